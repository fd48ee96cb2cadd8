import type { Db } from "@/lib/db/client";
import { findEntryRow } from "@/lib/db/queries/memory-entries";
import { entriesToCompare } from "@/lib/db/queries/memory-extract";
import { listenerOf, rememberJob } from "@/lib/db/queries/memory-jobs";
import { idsOf } from "./extract/apply";
import { Operations } from "./extract/operations";
import { termsIn } from "./fingerprint";
import { memoryIntent } from "./intent";
import { doJobs, REMEMBER_JOBS } from "./jobs";
import { works } from "./works";

/** What came of it: as the answer's `data-memory` part holds it. */
export type MemoryWish = { action: "remembered" | "forget_asked"; entries: { id: string; title: string }[] };

const MOST_SHOWN = 5;
const MOST_COMPARED = 5_000;
/** So much of what is to be forgotten an entry must say to be shown. */
const LEAST_ALIKE = 0.5;

/** What a person's message asks of the agent's memory, done as far as it may be; null where it asks for nothing. */
export async function heard(
  db: Db,
  sessionId: string,
  message: { seq: number; text: string },
): Promise<MemoryWish | null> {
  const intent = memoryIntent(message.text);
  const listener = intent && (await listenerOf(db, sessionId));
  if (!intent || !listener) return null;
  if (intent.kind === "forget") {
    return { action: "forget_asked", entries: await meant(db, listener, intent.what) };
  }
  await doJobs(sessionId, REMEMBER_JOBS, works, { early: true });
  const job = await rememberJob(db, sessionId, message.seq);
  const operations = Operations.safeParse(job?.operations);
  // Decided is not done: what failed for now is not told of as kept, nor as refused.
  if (job?.state !== "done" || !operations.success) return null;
  const ids = idsOf(job.id, operations.data);
  const entries = [];
  for (const [place, operation] of operations.data.entries()) {
    const kept = operation.op === "add" || operation.op === "supersede";
    const row = await findEntryRow(db, listener, (kept ? ids[place] : operation.id) ?? "");
    if (row) entries.push({ id: row.id, title: row.title });
  }
  return { action: "remembered", entries };
}

/** The entries that somebody who says this means, the likeliest first. Nothing is taken away. */
async function meant(db: Db, memory: { agentId: string; userId: string }, what: string) {
  const asked = new Set(termsIn(what));
  const entries = await entriesToCompare(db, memory, MOST_COMPARED);
  return entries
    .filter(({ supersededBy }) => supersededBy === null)
    .map(({ id, title, body }) => {
      const shared = termsIn(`${title}\n${body}`).filter((term) => asked.has(term)).length;
      return { id, title, alike: shared / Math.max(1, asked.size) };
    })
    .filter(({ alike }) => alike >= LEAST_ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, MOST_SHOWN)
    .map(({ id, title }) => ({ id, title }));
}
