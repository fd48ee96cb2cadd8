import type { Db } from "@/lib/db/client";
import { findEntryRow } from "@/lib/db/queries/memory-entries";
import { entriesToCompare } from "@/lib/db/queries/memory-extract";
import { lockSessionRow, rememberJob } from "@/lib/db/queries/memory-jobs";
import { answerTo, placeAndText, putParts } from "@/lib/db/queries/messages";
import type { JobRow } from "@/lib/db/schema/agents";
import type { MessageParts } from "@/lib/db/schema/chat";
import { idsOf } from "./extract/apply";
import { type Operation, Operations } from "./extract/operations";
import { termsIn } from "./fingerprint";
import { memoryIntent } from "./intent";

/** What came of what a message asks of the memory: as the answer's `data-memory` part holds it. */
export type MemoryWish = { action: "remembered" | "forget_asked"; entries: { id: string; title: string }[] };

const MOST_SHOWN = 5;
const MOST_COMPARED = 5_000;
/** So much of what is to be forgotten an entry must say to be shown. */
const LEAST_ALIKE = 0.5;

type Memory = { agentId: string; userId: string };

export const wishPart = (data: MemoryWish) => ({ type: "data-memory" as const, id: "memory", data });

const hasWish = (parts: MessageParts) => parts.some(({ type }) => type === "data-memory");

/** What has come of a message's wish so far; `open`: it is not done yet; null: it asks for nothing. */
export async function wishOf(
  db: Db,
  memory: Memory,
  sessionId: string,
  { seq, text }: { seq: number; text: string },
): Promise<MemoryWish | "open" | null> {
  const intent = memoryIntent(text);
  if (intent?.kind === "forget") return { action: "forget_asked", entries: await meant(db, memory, intent.what) };
  const job = intent && (await rememberJob(db, sessionId, seq));
  if (!job) return null;
  return job.state === "done" ? await remembered(db, job, Operations.parse(job.operations ?? [])) : "open";
}

async function remembered(db: Db, job: JobRow, operations: readonly Operation[]): Promise<MemoryWish> {
  const ids = idsOf(job.id, operations);
  const entries = [];
  for (const [place, operation] of operations.entries()) {
    const kept = operation.op === "add" || operation.op === "supersede";
    const row = await findEntryRow(db, job, (kept ? ids[place] : operation.id) ?? "");
    if (row) entries.push({ id: row.id, title: row.title });
  }
  return { action: "remembered", entries };
}

/** The entries that somebody who says this means, the likeliest first. Nothing is taken away. */
async function meant(db: Db, memory: Memory, what: string) {
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

/**
 * The parts of an answer that is about to be stored, with what came of the wish where they do not say it: the process
 * that wrote the answer may have died before. Under the session's lock, as `showWish`: whoever comes second sees the
 * other's work.
 */
export async function withWish(
  tx: Db,
  memory: Memory,
  { sessionId, userMessageId }: { sessionId: string; userMessageId: string },
  parts: MessageParts,
): Promise<MessageParts> {
  const asked = hasWish(parts) ? undefined : await placeAndText(tx, sessionId, userMessageId);
  const wish = asked && (await wishOf(tx, memory, sessionId, asked));
  return wish && wish !== "open" ? [wishPart(wish), ...parts] : parts;
}

/** Has an answer that was stored before its question's wish was done say what came of it. In the transaction that ends the job. */
export async function showWish(tx: Db, job: JobRow, operations: readonly Operation[]): Promise<void> {
  const { sessionId, messageIds } = job;
  await lockSessionRow(tx, sessionId);
  const answer = await answerTo(tx, sessionId, messageIds[0] ?? "");
  // One that is being written has it from who writes it.
  if (!answer || answer.status === "running" || hasWish(answer.parts)) return;
  await putParts(tx, answer, [wishPart(await remembered(tx, job, operations)), ...answer.parts]);
}
