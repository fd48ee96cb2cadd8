import { removeGoneAgents } from "@/lib/agents/remove";
import { type Db, getDb } from "@/lib/db/client";
import { markLeftoverSessions, removeEmptyAccounts } from "@/lib/db/queries/account-removal";
import {
  closeWorkspace,
  markAgentsIn,
  markSessionsIn,
  removeEmptyWorkspaces,
  workspacesOfNobody,
} from "@/lib/db/queries/workspace-removal";
import { lockWorkspace, rolesOf } from "@/lib/db/queries/workspaces";
import { log } from "@/lib/log";
import { purgeMemories } from "@/lib/memory/remove";
import { processWide } from "@/lib/process-wide";
import { purgeDeletedSessions } from "./purge";

/** Conversations a transaction: short enough that nobody waits long for one of them. */
const SLICE_ROWS = 1_000;

/**
 * Removes what is left of deleted accounts, workspaces and agents, in steps that each stand by themselves: a process
 * that dies half-way leaves less to do for the next. Answers how many accounts are gone for good.
 */
export async function purgeDeleted(): Promise<number> {
  const db = await getDb();
  await markLeftoverSessions(db);
  const emptied = await workspacesOfNobody(db);
  for (const id of emptied) await markContents(db, id);
  await purgeDeletedSessions();
  await purgeMemories();
  await removeGoneAgents();
  return db.transaction(async (tx) => {
    const removed = await removeEmptyAccounts(tx);
    await removeEmptyWorkspaces(tx, emptied);
    return removed;
  });
}

/** All that stands in a workspace that nobody is in, also what a late request began there. */
async function markContents(db: Db, workspaceId: string): Promise<void> {
  const isDeserted = await db.transaction(async (tx: Db) => {
    await lockWorkspace(tx, workspaceId);
    if ((await rolesOf(tx, workspaceId)).length > 0) return false;
    await closeWorkspace(tx, workspaceId);
    await markAgentsIn(tx, workspaceId);
    return true;
  });
  if (!isDeserted) return;
  let after: string | null = null;
  do after = await markSessionsIn(db, workspaceId, after, SLICE_ROWS);
  while (after !== null);
}

const background = processWide("purge-deleted", () => ({ underWay: Promise.resolve() }));

/** The same, begun now and gone on with in the background. */
export function beginPurging(): void {
  const purge = purgeDeleted().catch((error: unknown) =>
    log.error("background_task_failed", { task: "purge_deleted" }, error),
  );
  background().underWay = Promise.all([background().underWay, purge]).then(() => {});
}

/** Resolves when what deletions have begun in the background is over, however it went. */
export const purgingDone = (): Promise<void> => background().underWay;
