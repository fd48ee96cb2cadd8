import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { deleteIdentities, providersOf } from "@/lib/db/queries/accounts";
import { audit } from "@/lib/db/queries/audit";
import { raiseSessionEpoch, type UserRow, updateUser, userById } from "@/lib/db/queries/users";
import { AppError } from "@/lib/errors";
import { Email, NewPassword } from "./credentials";
import { parsed } from "./parsed";
import { hashPassword, verifyPassword } from "./passwords";
import { clear, hit } from "./rate-limit";
import type { SessionClaims } from "./session-cookie";

/** How a signed-in person shows that it is them at the keyboard: the password, or the e-mail where there is none. */
export type Proof = { password: string; email: string };

export type WaysIn = { email: string; hasPassword: boolean; providers: string[] };

/** How the actor can sign in. */
export async function waysIn(actor: Actor): Promise<WaysIn> {
  const db = await getDb();
  const [user, providers] = [await requireUser(actor), await providersOf(db, actor.userId)];
  return { email: user.email, hasPassword: user.passwordHash !== null, providers };
}

/** Whether the proof is the actor's. Throws `rate_limited` after too many wrong ones. */
export async function provesPerson(actor: Actor, proof: Partial<Proof>): Promise<boolean> {
  const user = await requireUser(actor);
  if (user.passwordHash === null) return Email.safeParse(proof.email).data === user.email;
  const key = `password:${actor.userId}`;
  await hit(key, { max: config().RATE_LIMIT_SIGN_IN, windowS: 15 * 60 });
  const matches = await verifyPassword(user.passwordHash, proof.password ?? "");
  if (matches) await clear(key);
  return matches;
}

export const PasswordChange = z.object({ current: z.string().max(200).default(""), next: NewPassword });

/**
 * Sets a new password and ends every session. Answers the session that this browser goes on with, or null when the
 * current password is wrong; someone who has none yet needs to give none.
 */
export async function changePassword(
  actor: Actor,
  input: z.input<typeof PasswordChange>,
): Promise<SessionClaims | null> {
  const { current, next } = parsed(PasswordChange, input);
  const user = await requireUser(actor);
  if (user.passwordHash !== null && !(await provesPerson(actor, { password: current }))) return null;
  const passwordHash = await hashPassword(next);
  const db = await getDb();
  return db.transaction(async (tx) => {
    // Proven against a password that another change has replaced since: proven against nothing.
    const standing = await userById(tx, actor.userId, { lock: true });
    if (standing?.passwordHash !== user.passwordHash) return null;
    await updateUser(tx, actor.userId, { passwordHash });
    await audit(tx, actor, "password.changed", actor.userId);
    return { userId: actor.userId, epoch: await raiseSessionEpoch(tx, actor.userId) };
  });
}

/** An operator lets somebody in again who has forgotten the password: sets a new one and ends every session. Tokens keep working. */
export async function resetPassword(actor: Actor, next: string): Promise<void> {
  const passwordHash = await hashPassword(parsed(NewPassword, next));
  const db = await getDb();
  await db.transaction(async (tx) => {
    await updateUser(tx, actor.userId, { passwordHash });
    await raiseSessionEpoch(tx, actor.userId);
    await audit(tx, actor, "password.reset", actor.userId);
  });
}

/** Every browser that is signed in as the actor is signed out with its next request. Tokens keep working. */
export async function signOutEverywhere(actor: Actor): Promise<void> {
  const db = await getDb();
  await db.transaction(async (tx) => {
    await raiseSessionEpoch(tx, actor.userId);
    await audit(tx, actor, "sessions.ended", actor.userId);
  });
}

/** Removes a provider as a way to sign in; false when it is the last one. */
export async function disconnectProvider(actor: Actor, provider: string): Promise<boolean> {
  const db = await getDb();
  return db.transaction(async (tx) => {
    const user = await userById(tx, actor.userId, { lock: true });
    const others = (await providersOf(tx, actor.userId)).filter((connected) => connected !== provider);
    if (!user?.passwordHash && others.length === 0) return false;
    await deleteIdentities(tx, actor.userId, provider);
    await audit(tx, actor, "identity.disconnected", provider);
    return true;
  });
}

async function requireUser(actor: Actor): Promise<UserRow> {
  const user = await userById(await getDb(), actor.userId);
  if (!user) throw new AppError("unauthenticated", {});
  return user;
}
