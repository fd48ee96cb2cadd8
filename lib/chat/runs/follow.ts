import type { Actor } from "@/lib/auth/actor-type";
import { contextBudget } from "@/lib/context/payload/budget";
import { getDb } from "@/lib/db/client";
import { eventsAfter } from "@/lib/db/queries/run-events";
import { findAnswer, findRun, runState } from "@/lib/db/queries/runs";
import { findSession } from "@/lib/db/queries/sessions";
import type { RunRow } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import { followersChanged } from "@/lib/operations/metrics";
import { Bell } from "./bell";
import { chunksOf, entriesAfter, type LogEntry, mergeEntries, numbered, widthOfAll } from "./chunks";
import { ended, gone, lastChunks, startChunk } from "./ending";
import { startRunLoops } from "./loop";
import { recoverRun } from "./recover";
import { type ActiveRun, runs } from "./registry";
import { onNews } from "./wire";

/** Batches that one read of the events brings, and the pieces that they are merged into. */
const EVENT_ROWS = 200;
const MAX_PIECE = 65_536;
/** How often a follower of another process's run looks by itself. */
const LOOK_MS = 1_000;

/**
 * The stream of a run after a position (0: from its start), from wherever it is: this process, the events that
 * another one writes, or the stored message once it has ended. Ends with the run, or when `signal` does.
 */
export async function followRun(
  actor: Actor,
  runId: string,
  after: number,
  signal: AbortSignal,
): Promise<AsyncIterable<LogEntry[]>> {
  const run = await findRun(await getDb(), actor, runId);
  if (!run) throw new AppError("not_found", { kind: "run" });
  return counted(follow(actor, run, after, signal));
}

/** The same for a run that the caller has just started, or found, by a send of the actor's own. */
export function followSent(actor: Actor, run: RunRow, signal: AbortSignal): AsyncIterable<LogEntry[]> {
  return counted(follow(actor, run, 0, signal));
}

async function* counted(stream: AsyncIterable<LogEntry[]>): AsyncGenerator<LogEntry[]> {
  followersChanged(1);
  try {
    yield* stream;
  } finally {
    followersChanged(-1);
  }
}

async function* follow(actor: Actor, run: RunRow, after: number, signal: AbortSignal): AsyncGenerator<LogEntry[]> {
  const local = runs().active.get(run.id);
  if (local) return yield* followLocal(local, after, signal);
  const position = run.status === "running" ? yield* followEvents(run, after, signal) : after;
  if (!signal.aborted) yield* restOfStored(actor, run, position);
}

/** A run of this process: each chunk as it comes, merged ones for a follower that is behind. */
async function* followLocal(run: ActiveRun, after: number, signal: AbortSignal): AsyncGenerator<LogEntry[]> {
  const bell = new Bell();
  const ring = () => bell.ring();
  run.followers.add(bell);
  signal.addEventListener("abort", ring, { once: true });
  // A position beyond the end is none that this run gave out.
  let position = after > run.log.end ? 0 : after;
  try {
    while (!signal.aborted) {
      const entries = run.log.read(position);
      const last = entries.at(-1);
      if (last) {
        position = last.n;
        yield entries;
      } else if (run.phase === "ended") return;
      else await bell.wait();
    }
  } finally {
    run.followers.delete(bell);
    signal.removeEventListener("abort", ring);
  }
}

/** A run of another process, from its events, until it has ended. Answers the position that was reached. */
async function* followEvents(run: RunRow, after: number, signal: AbortSignal): AsyncGenerator<LogEntry[], number> {
  await startRunLoops(); // They listen to the other processes.
  const db = await getDb();
  const bell = new Bell();
  const ring = () => bell.ring();
  const stopListening = onNews(run.id, bell);
  signal.addEventListener("abort", ring, { once: true });
  let position = after;
  try {
    while (!signal.aborted) {
      const rows = await eventsAfter(db, run, position, EVENT_ROWS);
      const entries = rows.flatMap((row) =>
        entriesAfter(numbered(row.chunks, row.lastN - widthOfAll(row.chunks)), position),
      );
      const last = entries.at(-1);
      if (last) {
        position = last.n;
        yield mergeEntries(entries, MAX_PIECE);
      }
      if (rows.length === EVENT_ROWS) continue;
      const state = await runState(db, run);
      if (state?.status !== "running" || (state.leaseOver && (await recoverRun(run)))) break;
      await bell.wait(LOOK_MS);
    }
  } finally {
    stopListening();
    signal.removeEventListener("abort", ring);
  }
  return position;
}

/**
 * What a follower at `position` still misses of a run that has ended: the rest where the stored message is what was
 * streamed, all of it from its start otherwise; then how it ended.
 */
async function* restOfStored(actor: Actor, { sessionId, id }: RunRow, position: number): AsyncGenerator<LogEntry[]> {
  const db = await getDb();
  const run = await runState(db, { sessionId, id });
  const session = await findSession(db, actor, sessionId);
  const answer = run && (await findAnswer(db, run));
  const stands = ended(answer);
  if (!session || !run || !answer || !stands) {
    yield numbered(lastChunks(gone, null), position);
    return;
  }
  const budget = await contextBudget(actor, session);
  const { chunks, asSent } = chunksOf(answer.parts, MAX_PIECE);
  const stored = numbered([startChunk(run, budget), ...chunks], 0);
  const end = stored.at(-1)?.n ?? 0;
  const goesOn = asSent && position > 0 && position <= end;
  for (const entry of goesOn ? entriesAfter(stored, position) : stored) yield [entry];
  yield numbered(lastChunks(stands, budget), end);
}
