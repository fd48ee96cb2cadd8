import type { Db } from "@/lib/db/client";
import { archivedIds, insertJobs, listenerOf } from "@/lib/db/queries/memory-jobs";
import { planFlush, type Unarchived } from "./flush-plan";
import { jobsOf } from "./job-rows";
import { decided } from "./toggles";

/**
 * Has a finished turn of an agent's conversation appended to the day's note, where that is on. In the transaction that
 * stores its answer, so that it is not lost with the process.
 */
export async function wantAppend(tx: Db, sessionId: string, turn: readonly Unarchived[]): Promise<void> {
  const [first, last] = [turn[0], turn.at(-1)];
  const listener = first && last ? await listenerOf(tx, sessionId) : undefined;
  if (!first || !last || !listener) return;
  if (!decided("memory_auto_append", listener.agentConfig, listener.policy).on) return;
  const batches = planFlush(turn, await archivedIds(tx, sessionId, first.seq, last.seq), turn.length);
  await insertJobs(tx, jobsOf("append", listener, batches));
}
