import { setTimeout as pause } from "node:timers/promises";
import { type Db, getDb } from "@/lib/db/client";
import {
  type ArchivedMessage,
  archivedIds,
  extractedIds,
  hasPendingJobs,
  insertJobs,
  type Listener,
  listenerOf,
  lockSessionRow,
  messagesToArchive,
} from "@/lib/db/queries/memory-jobs";
import { kickMemory } from "./background";
import { planFlush } from "./flush-plan";
import { jobsOf } from "./job-rows";
import { doJobs, NOTE_JOBS } from "./jobs";
import { decided } from "./toggles";
import { works } from "./works";

// The archive of what is about to leave the model's context.

/** What is about to leave the verbatim window of a session. */
export type Leaving = { sessionId: string; agentId: string | null; fromSeq: number; toSeq: number };

/** Messages of one section, and of one extraction. */
const BATCH_MESSAGES = 200;
/** A roll waits so long for another process that is at the note; one that was killed holds its job for longer. */
const BUSY_MS = 5_000;
const LOOK_AGAIN_MS = 20;
/** Read at once: what is in memory does not grow with what leaves. */
const SLICE_ROWS = 2_000;

export type Flushed = { archived: number; failed: boolean };

/**
 * Writes what leaves into the day's note before it does, unless a note holds it already; nothing without an agent.
 * First the jobs are stored, then done: what fails, or dies with its process, is done later. Throws only when it could
 * not even be stored.
 */
export async function flush({ sessionId, agentId, fromSeq, toSeq }: Leaving): Promise<Flushed> {
  if (agentId === null) return { archived: 0, failed: false };
  const db = await getDb();
  const listener = await listenerOf(db, sessionId);
  if (!listener) return { archived: 0, failed: false };
  let archived = 0;
  for (let from = fromSeq; from <= toSeq; ) {
    const messages = await messagesToArchive(db, sessionId, from, toSeq, SLICE_ROWS);
    const last = messages.at(-1);
    if (!last) break;
    archived += await db.transaction((tx: Db) => storeJobs(tx, listener, messages));
    from = last.seq + 1;
  }
  // Older ones that failed come first, in their order.
  const failed = !(await doNoteJobs(db, sessionId));
  // Nobody waits for the entries that are made of it.
  kickMemory();
  return { archived, failed };
}

/** Whether all of them are done. Where somebody else is at one, a turn to append for example, it waits for them a while. */
async function doNoteJobs(db: Db, sessionId: string): Promise<boolean> {
  const deadline = performance.now() + BUSY_MS;
  for (;;) {
    const { failed } = await doJobs(sessionId, NOTE_JOBS, works, { early: true });
    if (failed) return false;
    if (!(await hasPendingJobs(db, sessionId, NOTE_JOBS))) return true;
    if (performance.now() > deadline) return false;
    await pause(LOOK_AGAIN_MS);
  }
}

const saysSomething = ({ parts, text }: ArchivedMessage) =>
  text.trim() !== "" || parts.some((part) => "toolCallId" in part || part.type === "file");

/** Under the session's lock, as an answer that wants to be appended: no message comes into two jobs of one kind. */
async function storeJobs(tx: Db, listener: Listener, messages: readonly ArchivedMessage[]): Promise<number> {
  const { sessionId, agentConfig, policy } = listener;
  await lockSessionRow(tx, sessionId);
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return 0;
  const said = messages.filter(saysSomething);
  const batches = planFlush(said, await archivedIds(tx, sessionId, first.seq, last.seq), BATCH_MESSAGES);
  await insertJobs(tx, jobsOf("flush", listener, batches));
  if (decided("memory_auto_extract", agentConfig, policy).on) {
    const known = await extractedIds(tx, sessionId, first.seq, last.seq);
    await insertJobs(tx, jobsOf("extract", listener, planFlush(said, known, BATCH_MESSAGES)));
  }
  return batches.reduce((sum, { messageIds }) => sum + messageIds.length, 0);
}
