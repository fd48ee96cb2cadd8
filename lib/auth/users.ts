import type { z } from "zod";
import type { Actor, Locale } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { type Db, getDb } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import { actingUserByEmail, insertUser, type NewUserRow } from "@/lib/db/queries/users";
import { homeWorkspaceId, insertMember, insertWorkspace, isClaimed, lockAdmission } from "@/lib/db/queries/workspaces";
import { AppError } from "@/lib/errors";
import { ALL_SCOPES, toActor, toLocale } from "./acting";
import { Email, NewUser } from "./credentials";
import { parsed } from "./parsed";
import { hashPassword } from "./passwords";
import { hit } from "./rate-limit";

/** Who may be admitted: anybody, or only the first account of this installation. */
export type Door = "anyone" | "first_only";

export type NewUserInput = z.input<typeof NewUser>;

/** Makes an account, as an operator does: the first one owns a new workspace, later ones are its members. */
export async function createUser(input: NewUserInput): Promise<{ userId: string }> {
  return createThrough("anyone", input);
}

/** The same for a stranger at `address`: counted, and refused while CADAU_SIGN_UP is closed. */
export async function signUp(input: NewUserInput, address: string): Promise<{ userId: string }> {
  const checked = parsed(NewUser, input);
  await hit(`sign-up:address:${address}`, { max: 2 * config().RATE_LIMIT_SIGN_IN, windowS: 3_600 });
  return createThrough(signUpDoor(), checked);
}

/**
 * The same for somebody with an invitation, whom no closed door keeps out. `join` makes them a member, in the
 * transaction that makes the account, and answers of which workspace; when it throws there is no account.
 */
export async function signUpInvited(input: NewUserInput, address: string, join: Join): Promise<{ userId: string }> {
  const checked = parsed(NewUser, input);
  await hit(`sign-up:address:${address}`, { max: 2 * config().RATE_LIMIT_SIGN_IN, windowS: 3_600 });
  return createThrough("anyone", checked, join);
}

export type Join = (tx: Db, userId: string) => Promise<string>;

export const signUpDoor = (): Door => (config().CADAU_SIGN_UP === "open" ? "anyone" : "first_only");

/** Whether nobody owns this installation yet: the next account will. */
export async function isUnclaimed(): Promise<boolean> {
  return !(await isClaimed(await getDb()));
}

/** The actor of that account, with every scope; null when there is none. For operators' commands. */
export async function actorByEmail(email: string): Promise<Actor | null> {
  const address = Email.safeParse(email);
  const row = address.success ? await actingUserByEmail(await getDb(), address.data) : undefined;
  return row ? toActor(row, ALL_SCOPES) : null;
}

async function createThrough(door: Door, input: NewUserInput, join?: Join): Promise<{ userId: string }> {
  const { email, password, name, locale, timeZone } = parsed(NewUser, input);
  // Before the transaction: hashing is slow on purpose, and admissions wait for each other.
  const passwordHash = await hashPassword(password);
  const db = await getDb();
  const userId = await db.transaction((tx) => {
    const user = { email, name, passwordHash, locale, timeZone };
    return join ? admitInvited(tx, user, join) : admit(tx, door, user);
  });
  return { userId };
}

/** Inserts the user and their place in the workspace. */
export async function admit(tx: Db, door: Door, user: NewUserRow): Promise<string> {
  await lockAdmission(tx);
  if (door === "first_only" && (await isClaimed(tx))) throw new AppError("sign_up_closed", {});
  const userId = await insertUser(tx, user);
  if (!userId) throw new AppError("email_taken", {});
  // Where it is gone with its last owner, nobody is let into the workspace of others instead.
  const joined = await homeWorkspaceId(tx);
  const name = workspaceName(user.name, toLocale(user.locale));
  const workspaceId = joined ?? (await insertWorkspace(tx, { name, isHome: true }));
  const role = joined ? "member" : "owner";
  await insertMember(tx, workspaceId, userId, role);
  await audit(tx, { userId, workspaceId }, "user.created", userId, { role });
  return userId;
}

/** The same for an account that an invitation makes: in the workspace that `join` says, and in no other. */
export async function admitInvited(tx: Db, user: NewUserRow, join: Join): Promise<string> {
  const userId = await insertUser(tx, user);
  if (!userId) throw new AppError("email_taken", {});
  const workspaceId = await join(tx, userId);
  await audit(tx, { userId, workspaceId }, "user.created", userId, { invited: true });
  return userId;
}

/** Its owner's, in the language the owner reads. */
export function workspaceName(person: string, locale: Locale): string {
  return locale === "zh-CN" ? `${person} 的工作区` : `${person}’s workspace`;
}
