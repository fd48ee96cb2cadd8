import type { Actor, Role } from "@/lib/auth/actor-type";
import { requireRole } from "@/lib/auth/role";
import { type Db, getDb } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import { endInvitationsBy } from "@/lib/db/queries/invitations";
import {
  belongingsOf,
  deleteMember,
  deleteTokensIn,
  findMember,
  lockWorkspace,
  membersOf,
  oldestOwner,
  passSharedAgents,
  setRole,
} from "@/lib/db/queries/workspaces";
import { AppError } from "@/lib/errors";
import { Uuid } from "@/lib/http/contract/common";
import { MOST_COUNTED } from "./counted";
import { mayChange } from "./roles";

export async function listMembers(actor: Actor) {
  requireRole(actor, "admin");
  return membersOf(await getDb(), actor.workspaceId);
}

/** What somebody has here, for saying what becomes of it before they go. One's own is everybody's to see. */
export async function memberBelongings(actor: Actor, userId: string) {
  if (userId !== actor.userId) requireRole(actor, "admin");
  const db = await getDb();
  if (!Uuid.safeParse(userId).success || !(await findMember(db, actor.workspaceId, userId))) throw unknownMember();
  return belongingsOf(db, actor.workspaceId, userId, MOST_COUNTED);
}

export async function changeRole(actor: Actor, userId: string, role: Role): Promise<void> {
  await changing(actor, userId, async (tx, from) => {
    if (from === role) return;
    if (!mayChange(actor.role, { from, to: role })) throw new AppError("missing_role", { role: "owner" });
    await requireOwnerBesides(tx, actor, userId, from);
    await setRole(tx, actor.workspaceId, userId, role);
    const ended = await endInvitationsAbove(tx, actor, userId, role);
    await audit(tx, actor, "member.role_changed", userId, { before: from, after: role, ...ended });
  });
}

/** Makes another an owner, and the actor an admin. */
export async function transferOwnership(actor: Actor, userId: string): Promise<void> {
  requireRole(actor, "owner");
  await changing(actor, userId, async (tx, from) => {
    if (userId === actor.userId) return;
    const mine = await findMember(tx, actor.workspaceId, actor.userId);
    if (mine?.role !== "owner") throw new AppError("missing_role", { role: "owner" });
    await setRole(tx, actor.workspaceId, userId, "owner");
    await setRole(tx, actor.workspaceId, actor.userId, "admin");
    const ended = await endInvitationsAbove(tx, actor, actor.userId, "admin");
    await audit(tx, actor, "workspace.ownership_transferred", userId, { before: from, after: "owner", ...ended });
  });
}

/**
 * Takes somebody out. Their conversations, their private agents and all their memories stay theirs, locked until they
 * are a member again; what they shared passes to the owner who came first; their tokens for this workspace and the links
 * by which they invited end.
 */
export async function removeMember(actor: Actor, userId: string): Promise<void> {
  if (userId === actor.userId) return await leaveWorkspace(actor);
  requireRole(actor, "admin");
  await changing(actor, userId, async (tx, from) => {
    if (!mayChange(actor.role, { from, to: null })) throw new AppError("missing_role", { role: "owner" });
    await goOut(tx, actor, userId, from, "member.removed");
  });
}

export async function leaveWorkspace(actor: Actor): Promise<void> {
  await changing(actor, actor.userId, (tx, from) => goOut(tx, actor, actor.userId, from, "member.left"));
}

/** Whether the actor can: there must be an owner besides. */
export async function canLeave({ userId, workspaceId }: Actor): Promise<boolean> {
  return (await oldestOwner(await getDb(), workspaceId, userId)) !== null;
}

async function goOut(tx: Db, actor: Actor, userId: string, from: Role, action: string): Promise<void> {
  const { workspaceId } = actor;
  await requireOwnerBesides(tx, actor, userId, from);
  const heir = await oldestOwner(tx, workspaceId, userId);
  if (heir === null) throw new AppError("last_owner", {});
  const passed = await passSharedAgents(tx, workspaceId, userId, heir);
  await deleteTokensIn(tx, workspaceId, userId);
  await deleteMember(tx, workspaceId, userId);
  const ended = await endInvitationsAbove(tx, actor, userId, null);
  await audit(tx, actor, action, userId, { role: from, shared_agents_passed: passed, ...ended });
}

/** Links that somebody could make no more in their role, null: with none. Else they would come back in by one of their own. */
async function endInvitationsAbove(tx: Db, { workspaceId }: Actor, userId: string, role: Role | null) {
  if (role === "owner") return {};
  const count = await endInvitationsBy(tx, userId, workspaceId, role === "admin" ? "admin" : undefined);
  return count > 0 ? { invitations_ended: count } : {};
}

/** A workspace is never without an owner. */
async function requireOwnerBesides(tx: Db, { workspaceId }: Actor, userId: string, from: Role): Promise<void> {
  if (from === "owner" && (await oldestOwner(tx, workspaceId, userId)) === null) throw new AppError("last_owner", {});
}

/** Under the workspace's lock: two owners who demote each other at once leave one. The actor's own role is read again. */
async function changing(actor: Actor, userId: string, change: (tx: Db, from: Role) => Promise<void>): Promise<void> {
  if (!Uuid.safeParse(userId).success) throw unknownMember();
  const db = await getDb();
  await db.transaction(async (tx: Db) => {
    await lockWorkspace(tx, actor.workspaceId);
    const me = await findMember(tx, actor.workspaceId, actor.userId);
    if (!me) throw unknownMember();
    const member = await findMember(tx, actor.workspaceId, userId);
    if (!member) throw unknownMember();
    if (me.role !== actor.role)
      throw new AppError("missing_role", { role: actor.role === "owner" ? "owner" : "admin" });
    await change(tx, member.role);
  });
}

const unknownMember = () => new AppError("not_found", { kind: "member" });
