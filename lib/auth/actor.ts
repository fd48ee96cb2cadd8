import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { actingUser } from "@/lib/db/queries/users";
import { ALL_SCOPES, toActor } from "./acting";
import { cookieValue, openSession, sessionCookie } from "./session-cookie";
import { actorOfToken, bearerToken } from "./tokens";

/** Who makes this request: by its bearer token, else by its cookie. A token that is there and wrong is nobody. */
export async function actorFromRequest(request: Request): Promise<Actor | null> {
  const bearer = bearerToken(request.headers.get("authorization"));
  if (bearer.present) return bearer.token === null ? null : actorOfToken(bearer.token);
  return actorOfCookie(cookieValue(request.headers.get("cookie"), sessionCookie().name));
}

/** Who asked for this page or action, by their cookie. */
export async function currentActor(): Promise<Actor | null> {
  // Only here, so that the command line and the tests never load the framework.
  const { cookies } = await import("next/headers");
  return actorOfCookie((await cookies()).get(sessionCookie().name)?.value ?? null);
}

async function actorOfCookie(value: string | null): Promise<Actor | null> {
  const claims = value ? await openSession(value) : null;
  if (!claims) return null;
  const row = await actingUser(await getDb(), claims.userId, claims.epoch);
  return row ? toActor(row, ALL_SCOPES) : null;
}
