import type { Actor } from "@/lib/auth/actor-type";
import { type Proof, provesPerson } from "@/lib/auth/security";
import { stopActiveRun } from "@/lib/chat/runs/stop";
import { type Db, getDb } from "@/lib/db/client";
import {
  eraseAccount,
  markLeftoverSessions,
  removeEmptyAccounts,
  sessionsWithActiveRun,
} from "@/lib/db/queries/account-removal";
import { markAgentsOf } from "@/lib/db/queries/agents";
import { audit } from "@/lib/db/queries/audit";
import {
  lockAdmission,
  membershipsOf,
  oldestOwner,
  passSharedAgents,
  rolesOfOthers,
} from "@/lib/db/queries/workspaces";
import { log } from "@/lib/log";
import { purgeMemories } from "@/lib/memory/remove";
import { purgeDeletedSessions } from "./purge";

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
    if (await isNeeded(tx, actor.userId)) return "last_owner" as const;
    await audit(tx, actor, "user.deleted", actor.userId);
    await passOnAgents(tx, actor.userId);
    await eraseAccount(tx, actor.userId);
    return "deleted" as const;
  });
  if (outcome === "deleted") {
    for (const sessionId of await sessionsWithActiveRun(db, actor.userId)) await stopActiveRun(sessionId);
    purgeDeletedAccounts().catch((error: unknown) =>
      log.error("background_task_failed", { task: "purge_accounts" }, error),
    );
  }
  return outcome;
}

async function isNeeded(tx: Db, userId: string): Promise<boolean> {
  for (const { workspaceId, role } of await membershipsOf(tx, userId)) {
    const others = await rolesOfOthers(tx, workspaceId, userId);
    if (role === "owner" && others.length > 0 && !others.includes("owner")) return true;
  }
  return false;
}

/** What the person shared passes to the owner who came first; their other agents, and all where nobody is left, go. */
async function passOnAgents(tx: Db, userId: string): Promise<void> {
  for (const { workspaceId } of await membershipsOf(tx, userId)) {
    const heir = await oldestOwner(tx, workspaceId, userId);
    if (heir !== null) await passSharedAgents(tx, workspaceId, userId, heir);
  }
  await markAgentsOf(tx, userId);
}

/** Removes what is left of deleted accounts. Answers how many are gone for good. */
export async function purgeDeletedAccounts(): Promise<number> {
  const db = await getDb();
  await markLeftoverSessions(db);
  await purgeDeletedSessions();
  await purgeMemories();
  return db.transaction((tx) => removeEmptyAccounts(tx));
}
