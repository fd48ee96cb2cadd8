import { toLocale } from "@/lib/auth/acting";
import { type Db, getDb } from "@/lib/db/client";
import { entriesToCompare } from "@/lib/db/queries/memory-extract";
import {
  holdsJob,
  insertJobs,
  type Listener,
  listenerOf,
  standingMessages,
  storeOperations,
} from "@/lib/db/queries/memory-jobs";
import type { JobRow } from "@/lib/db/schema/agents";
import { log } from "@/lib/log";
import { apply } from "./extract/apply";
import type { Candidate, ToldMessage } from "./extract/candidate";
import { decide } from "./extract/decide";
import { type Operation, Operations } from "./extract/operations";
import { withDates } from "./extract/relative-dates";
import { extractByRules } from "./extract/rules";
import { titleOf } from "./extract/title";
import type { Unarchived } from "./flush-plan";
import { homeOf, withMemory } from "./home";
import { memoryIntent, memoryIntents } from "./intent";
import { jobsOf } from "./job-rows";
import { notOurs, type Work } from "./jobs";
import { syncMemory } from "./sync";
import { showWish } from "./wish";

const MOST_COMPARED = 5_000;
/** Of one message: as many as an answer can show. */
const MOST_KEPT = 5;

/** Where a person's message asks for it: an entry of what it says. In the transaction that stores the message. */
export async function wantRemembered(tx: Db, sessionId: string, message: Unarchived, text: string): Promise<void> {
  if (memoryIntent(text)?.kind !== "remember") return;
  const listener = await listenerOf(tx, sessionId);
  if (!listener) return;
  const batch = { fromSeq: message.seq, toSeq: message.seq, messageIds: [message.id] };
  await insertJobs(tx, jobsOf("remember", listener, [batch]));
}

/** Keeps what the person asked for: where an entry says it already no other is made. */
export const rememberWork: Work = async (job, listener, done) => {
  const db = await getDb();
  const { agentId, userId, creatorId } = listener;
  const home = homeOf({ id: agentId, creatorId }, userId);
  await syncMemory(home);
  const stored = Operations.safeParse(job.operations);
  const operations = stored.success ? stored.data : await decideWhat(db, job, listener);
  if (!stored.success && !(await storeOperations(db, job, operations, job.messageIds))) throw notOurs();
  const counts = await withMemory(home, async (tx) => {
    if (!(await holdsJob(tx, job))) throw notOurs();
    return await apply(tx, home, job, operations, new Set(operations), "remember");
  });
  // Apart from the memory: nobody waits for a session while holding a memory.
  await db.transaction(async (tx: Db) => {
    await showWish(tx, job, operations);
    await done(tx);
  });
  log.info("agent_memory_remember", { seq: job.fromSeq, ...counts });
};

async function decideWhat(db: Db, job: JobRow, listener: Listener): Promise<Operation[]> {
  const [message] = await standingMessages(db, job.sessionId, job.messageIds);
  if (!message) return [];
  const candidates = memoryIntents(message.text)
    .filter(({ kind }) => kind === "remember")
    .map(({ what }) => candidateOf(what, message, listener));
  // Who asks for it again wants it again: what was forgotten before does not count.
  return decide(candidates, await entriesToCompare(db, job, MOST_COMPARED), [], { max: MOST_KEPT });
}

function candidateOf(what: string, message: ToldMessage, { timeZone, locale }: Listener): Candidate {
  const [found] = extractByRules([{ ...message, name: null, text: what }], { timeZone });
  const title = titleOf(what, null) || (toLocale(locale) === "en" ? "Note" : "笔记");
  return {
    ...{ title, body: withDates(what, message.createdAt, timeZone) },
    ...{ kind: found?.kind ?? "note", tags: found?.tags ?? [], messageIds: [message.id], score: 1 },
  };
}
