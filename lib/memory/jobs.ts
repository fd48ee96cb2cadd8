import { v7 as uuidv7 } from "uuid";
import { config } from "@/lib/config";
import { type Db, getDb } from "@/lib/db/client";
import { changeMemory } from "@/lib/db/queries/agent-memories";
import {
  claimNextJob,
  finishJob,
  type Listener,
  listenerOf,
  postponeJob,
  releaseJob,
  renewJob,
} from "@/lib/db/queries/memory-jobs";
import type { JobKind, JobRow } from "@/lib/db/schema/agents";
import { type LogKeyword, log } from "@/lib/log";

// What is to be written into a memory: stored first, then done, each exactly once and in order.

/** Those that write notes come in their order; what is made of a note need not wait for the next one. */
export const NOTE_JOBS: readonly JobKind[] = ["flush", "append", "strike"];
export const ENTRY_JOBS: readonly JobKind[] = ["extract"];
/** Somebody waits for those: they stand behind no other. */
export const REMEMBER_JOBS: readonly JobKind[] = ["remember"];

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * One job's work. It ends the job itself, in the transaction that its last write belongs to, and before it writes a file:
 * `done` throws where the job is somebody else's by now, who may have done it otherwise. `messageIds`: those of its
 * messages that it was done with, where some did not stand any more; should they come back, they are not taken for done.
 */
export type Work = (
  job: JobRow,
  listener: Listener,
  done: (tx: Db, messageIds?: string[]) => Promise<void>,
  signal: AbortSignal | undefined,
) => Promise<void>;

export const notOurs = () => new Error("the job is somebody else's by now");

const FAILED: Record<JobKind, LogKeyword> = {
  flush: "agent_memory_flush_failed",
  append: "agent_memory_flush_failed",
  strike: "agent_memory_flush_failed",
  extract: "agent_memory_extract_failed",
  remember: "agent_memory_remember_failed",
};

/**
 * Does what is pending of these kinds in a session, in order, until one fails or somebody else is at it. A failure is
 * logged and noted, and its job waits for its next time. `early`: without waiting for that. `most`: no more than so many.
 * Answers how many were done.
 */
export async function doJobs(
  sessionId: string,
  kinds: readonly JobKind[],
  work: Record<JobKind, Work>,
  {
    early = false,
    most = Number.POSITIVE_INFINITY,
    signal,
  }: { early?: boolean; most?: number; signal?: AbortSignal | undefined } = {},
): Promise<{ done: number; failed: boolean }> {
  const db = await getDb();
  const leaseMs = config().RUN_LEASE_MS;
  let done = 0;
  for (; done < most; done++) {
    signal?.throwIfAborted();
    const owner = uuidv7();
    const job = await claimNextJob(db, sessionId, kinds, owner, { leaseMs, early });
    if (!job) return { done, failed: false };
    const renewal = setInterval(() => {
      renewJob(db, job, owner, leaseMs).catch((error: unknown) =>
        log.warn("background_task_failed", { task: "memory_job" }, error),
      );
    }, leaseMs / 4);
    renewal.unref();
    try {
      await doOne(db, job, owner, work[job.kind], signal);
    } catch (error) {
      if (signal?.aborted) {
        // Not its fault: whoever comes next begins it anew.
        await releaseJob(db, job, owner);
        throw error;
      }
      await fail(db, job, owner, error);
      return { done, failed: true };
    } finally {
      clearInterval(renewal);
    }
  }
  return { done, failed: false };
}

async function doOne(db: Db, job: JobRow, owner: string, work: Work, signal: AbortSignal | undefined): Promise<void> {
  const finish = async (tx: Db, messageIds?: string[]) => {
    if (!(await finishJob(tx, job, owner, messageIds))) throw notOurs();
    await changeMemory(tx, job, { failedAt: null, failure: null });
  };
  const listener = await listenerOf(db, job.sessionId);
  // Nobody listens any more: the agent is gone, or is no longer shared with this person.
  if (!listener || listener.agentId !== job.agentId) return await finish(db);
  await work(job, listener, finish, signal);
}

async function fail(db: Db, job: JobRow, owner: string, error: unknown): Promise<void> {
  log.error(
    FAILED[job.kind],
    { kind: job.kind, from_seq: job.fromSeq, to_seq: job.toSeq, attempt: job.attempts + 1 },
    error,
  );
  const said = reasonOf(error);
  const afterMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(job.attempts, 20));
  await postponeJob(db, job, owner, { error: said, afterMs });
  await changeMemory(db, job, { failedAt: new Date(), failure: said });
}

/** In a word: its message may hold what was to be written, or where on this machine. The log has the rest. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
