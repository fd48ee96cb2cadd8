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
import { audit } from "@/lib/db/queries/audit";
import { lockAdmission, membershipsOf, rolesOfOthers } from "@/lib/db/queries/workspaces";
import { log } from "@/lib/log";
import { purgeMemories } from "@/lib/memory/remove";
import { processWide } from "@/lib/process-wide";
import { purgeDeletedSessions } from "./purge";

export type AccountDeletion = "deleted" | "not_proven" | "last_owner";

const purging = processWide("account-purge", () => ({ underWay: Promise.resolve() }));

/** Resolves when what deletions have begun in the background is over, however it went. */
export const accountPurge = (): Promise<void> => purging().underWay;

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
    await eraseAccount(tx, actor.userId);
    return "deleted" as const;
  });
  if (outcome === "deleted") {
    for (const sessionId of await sessionsWithActiveRun(db, actor.userId)) await stopActiveRun(sessionId);
    const purge = purgeDeletedAccounts().catch((error: unknown) =>
      log.error("background_task_failed", { task: "purge_accounts" }, error),
    );
    purging().underWay = Promise.all([purging().underWay, purge]).then(() => {});
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

/** Removes what is left of deleted accounts. Answers how many are gone for good. */
export async function purgeDeletedAccounts(): Promise<number> {
  const db = await getDb();
  await markLeftoverSessions(db);
  await purgeDeletedSessions();
  await purgeMemories();
  return db.transaction((tx) => removeEmptyAccounts(tx));
}
