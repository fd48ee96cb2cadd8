import type { Actor } from "@/lib/auth/actor-type";
import { type Proof, provesPerson } from "@/lib/auth/security";
import { stopActiveRun } from "@/lib/chat/runs/stop";
import { type Db, getDb } from "@/lib/db/client";
import { eraseAccount, sessionsWithActiveRun } from "@/lib/db/queries/account-removal";
import { markAgentsOf } from "@/lib/db/queries/agents";
import { audit } from "@/lib/db/queries/audit";
import { closeWorkspace } from "@/lib/db/queries/workspace-removal";
import {
  lockAdmission,
  lockWorkspace,
  membershipsOf,
  oldestOwner,
  passSharedAgents,
  rolesOfOthers,
} from "@/lib/db/queries/workspaces";
import { beginPurging } from "./purge-deleted";

export type AccountDeletion = "deleted" | "not_proven" | "last_owner";

/**
 * Deletes the actor's account with all its conversations. It is gone at once: nobody gets in, running answers stop.
 * The rows follow in the background. The last owner of a workspace that has other members must stay.
 */
export async function deleteAccount(actor: Actor, proof: Proof): Promise<AccountDeletion> {
  if (!(await provesPerson(actor, proof))) return "not_proven";
  const db = await getDb();
  const outcome = await db.transaction(async (tx) => {
    await lockAdmission(tx);
    const memberships = await membershipsOf(tx, actor.userId);
    // In one order, so that two who go at once do not wait for each other.
    for (const id of memberships.map(({ workspaceId }) => workspaceId).sort()) await lockWorkspace(tx, id);
    if (await isNeeded(tx, actor.userId, memberships)) return "last_owner" as const;
    await audit(tx, actor, "user.deleted", actor.userId);
    await letGoOfWorkspaces(tx, actor.userId, memberships);
    await eraseAccount(tx, actor.userId);
    return "deleted" as const;
  });
  if (outcome === "deleted") {
    for (const sessionId of await sessionsWithActiveRun(db, actor.userId)) await stopActiveRun(sessionId);
    beginPurging();
  }
  return outcome;
}

type Memberships = Awaited<ReturnType<typeof membershipsOf>>;

/**
 * What was shared passes to the owner who came first; the rest is deleted. A workspace that nobody is left in goes as a
 * whole: what former members have locked there could never open again.
 */
async function letGoOfWorkspaces(tx: Db, userId: string, memberships: Memberships): Promise<void> {
  for (const { workspaceId } of memberships) {
    const heir = await oldestOwner(tx, workspaceId, userId);
    if (heir === null) await closeWorkspace(tx, workspaceId);
    else await passSharedAgents(tx, workspaceId, userId, heir);
  }
  await markAgentsOf(tx, userId);
}

async function isNeeded(tx: Db, userId: string, memberships: Memberships): Promise<boolean> {
  for (const { workspaceId, role } of memberships) {
    const others = await rolesOfOthers(tx, workspaceId, userId);
    if (role === "owner" && others.length > 0 && !others.includes("owner")) return true;
  }
  return false;
}
