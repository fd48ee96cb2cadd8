import { z } from "zod";
import type { Actor, Person } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { actingUser, signedInUser } from "@/lib/db/queries/users";
import { ALL_SCOPES, toActor, toLocale } from "./acting";
import { cookieValue, openSession, sessionCookie } from "./session-cookie";
import { actorOfToken, bearerToken } from "./tokens";
import { WORKSPACE_COOKIE } from "./workspace-cookie";

/** Who makes this request: by its bearer token, else by its cookie. A token that is there and wrong is nobody. */
export async function actorFromRequest(request: Request): Promise<Actor | null> {
  const bearer = bearerToken(request.headers.get("authorization"));
  if (bearer.present) return bearer.token === null ? null : actorOfToken(bearer.token);
  const cookie = request.headers.get("cookie");
  return actorOfCookie(cookieValue(cookie, sessionCookie().name), cookieValue(cookie, WORKSPACE_COOKIE));
}

/** Who asked for this page or action, by their cookie. */
export async function currentActor(): Promise<Actor | null> {
  // Only here, so that the command line and the tests never load the framework.
  const { cookies } = await import("next/headers");
  const jar = await cookies();
  return actorOfCookie(jar.get(sessionCookie().name)?.value ?? null, jar.get(WORKSPACE_COOKIE)?.value ?? null);
}

/** Who is signed in, by their cookie, also when they are in no workspace. */
export async function currentPerson(): Promise<Person | null> {
  const { cookies } = await import("next/headers");
  const value = (await cookies()).get(sessionCookie().name)?.value;
  const claims = value ? await openSession(value) : null;
  const user = claims ? await signedInUser(await getDb(), claims.userId, claims.epoch) : undefined;
  return user ? { userId: user.id, name: user.name, locale: toLocale(user.locale) } : null;
}

/** `wanted`: the workspace that this browser was switched to; one that is not theirs counts as none. */
async function actorOfCookie(value: string | null, wanted: string | null): Promise<Actor | null> {
  const claims = value ? await openSession(value) : null;
  if (!claims) return null;
  const workspace = z.uuid().safeParse(wanted).data ?? null;
  const row = await actingUser(await getDb(), claims.userId, claims.epoch, workspace);
  return row ? toActor(row, ALL_SCOPES) : null;
}
