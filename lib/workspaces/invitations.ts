import { createHash, randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { Actor, Person } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { hit } from "@/lib/auth/rate-limit";
import { requireRole } from "@/lib/auth/role";
import { requireAccount, requireStanding } from "@/lib/auth/standing";
import { type Join, signUpInvited } from "@/lib/auth/users";
import { type Db, getDb } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import {
  findOpenInvitation,
  insertInvitation,
  openInvitations,
  revokeInvitation as revoke,
  takeInvitation,
} from "@/lib/db/queries/invitations";
import { findMember, insertMember, lockWorkspace } from "@/lib/db/queries/workspaces";
import { AppError } from "@/lib/errors";
import { Text, Uuid } from "@/lib/http/contract/common";
import { INVITATION_DAYS } from "./choices";

const MOST_LISTED = 200;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** Of guesses at one address. */
const LOOKS = { max: 60, windowS: 15 * 60 };

export const NewInvitation = z.object({
  role: z.enum(["admin", "member"]),
  days: z.union(INVITATION_DAYS.map((days) => z.literal(days))),
  note: Text(200).trim().default(""),
});

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** A link for one person. The token is in the answer and nowhere else: only its hash is kept. */
export async function invite(
  actor: Actor,
  input: z.input<typeof NewInvitation>,
): Promise<{ id: string; token: string }> {
  const { role, days, note } = parsed(NewInvitation, input);
  requireRole(actor, role === "admin" ? "owner" : "admin");
  const token = randomBytes(32).toString("base64url");
  const id = uuidv7();
  const { workspaceId, userId } = actor;
  const db = await getDb();
  await db.transaction(async (tx: Db) => {
    await requireStanding(tx, actor, role === "admin" ? "owner" : "admin");
    const expiresAt = new Date(Date.now() + days * 24 * 60 * 60 * 1_000);
    await insertInvitation(tx, { id, workspaceId, role, note, invitedBy: userId, tokenHash: hashOf(token), expiresAt });
    await audit(tx, actor, "invitation.created", id, { role, days });
  });
  return { id, token };
}

/** Those that can still be used. */
export async function listInvitations(actor: Actor) {
  requireRole(actor, "admin");
  return openInvitations(await getDb(), actor.workspaceId, MOST_LISTED);
}

export async function revokeInvitation(actor: Actor, id: string): Promise<void> {
  requireRole(actor, "admin");
  const db = await getDb();
  await db.transaction(async (tx: Db) => {
    await requireStanding(tx, actor, "admin");
    if (!Uuid.safeParse(id).success || !(await revoke(tx, actor.workspaceId, id))) {
      throw new AppError("not_found", { kind: "invitation" });
    }
    await audit(tx, actor, "invitation.revoked", id);
  });
}

export type Invitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;

/** What a link invites to; null for one that is unknown, used, revoked or too old: nobody is told which. */
export async function openInvitation(token: string, address: string): Promise<Invitation | null> {
  await hit(`invitation:address:${address}`, LOOKS);
  return await invitationOf(await getDb(), token);
}

async function invitationOf(db: Db, token: string): Promise<Invitation | null> {
  return (await findOpenInvitation(db, hashOf(TOKEN.test(token) ? token : ""))) ?? null;
}

export type Joined = { workspaceId: string; outcome: "joined" | "member_already" };

/** Uses a link up. Whoever is a member already stays as they are, and the link stays for another. Throws `not_found`. */
export async function acceptInvitation(person: Pick<Person, "userId">, token: string): Promise<Joined> {
  const db = await getDb();
  return await db.transaction((tx: Db) => acceptIn(tx, person.userId, token));
}

/** The same in the transaction that makes the account. */
export async function acceptIn(tx: Db, userId: string, token: string): Promise<Joined> {
  const found = await invitationOf(tx, token);
  if (!found) throw new AppError("not_found", { kind: "invitation" });
  const { id, workspaceId, role } = found;
  await lockWorkspace(tx, workspaceId);
  await requireAccount(tx, userId);
  if (await findMember(tx, workspaceId, userId)) return { workspaceId, outcome: "member_already" };
  if (!(await takeInvitation(tx, id, userId))) throw new AppError("not_found", { kind: "invitation" });
  await insertMember(tx, workspaceId, userId, role);
  await audit(tx, { userId, workspaceId }, "member.joined", userId, { role, invitation: id });
  return { workspaceId, outcome: "joined" };
}

/** Takes the place that a link's address offers, for an account that is made on the way to it; null: it is no link's. */
export function joiningBy(address: string | undefined): Join | null {
  const [, token] = /\/invite\/([^/?#]+)$/.exec(address ?? "") ?? [];
  return token && TOKEN.test(token) ? async (tx, userId) => (await acceptIn(tx, userId, token)).workspaceId : null;
}

/** Makes an account for whoever has the link, and uses it up. Throws `not_found` for one that cannot be used. */
export async function signUpWithInvitation(
  input: Parameters<typeof signUpInvited>[0],
  address: string,
  token: string,
): Promise<{ userId: string }> {
  return await signUpInvited(input, address, async (tx, userId) => (await acceptIn(tx, userId, token)).workspaceId);
}
