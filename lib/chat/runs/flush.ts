import { getDb } from "@/lib/db/client";
import { type EventBatch, insertEvents, MAX_BATCHES } from "@/lib/db/queries/run-events";
import { log } from "@/lib/log";
import { eventsFlushed } from "@/lib/operations/metrics";
import { processWide } from "@/lib/process-wide";
import { type ActiveRun, runs } from "./registry";

/** A crash loses at most what came in this time, and other processes lag behind by it. */
const FLUSH_MS = 80;
const RETRY_MS = 1_000;

const flusher = processWide("run-flusher", () => ({
  timer: undefined as NodeJS.Timeout | undefined,
  flushing: false,
}));

/** Has the streams written within FLUSH_MS: one statement for all runs of the process. */
export function requestFlush(): void {
  schedule(FLUSH_MS);
}

function schedule(ms: number): void {
  const state = flusher();
  if (state.timer || state.flushing) return;
  state.timer = setTimeout(() => void flush(), ms);
}

async function flush(): Promise<void> {
  const state = flusher();
  state.timer = undefined;
  state.flushing = true;
  let failed = false;
  try {
    await flushAll();
  } catch (error) {
    // The stream is also in memory and the answer is written at the end: a run never ends over its events.
    log.error("chat_run_events_failed", { active_runs: runs().active.size }, error);
    failed = true;
  } finally {
    state.flushing = false;
  }
  if ([...runs().active.values()].some(hasMore)) schedule(failed ? RETRY_MS : FLUSH_MS);
}

const hasMore = (run: ActiveRun) => run.phase === "running" && run.log.end > run.flushedTo;

async function flushAll(): Promise<void> {
  const pending = [...runs().active.values()].filter(hasMore);
  for (let at = 0; at < pending.length; at += MAX_BATCHES) {
    const some = pending.slice(at, at + MAX_BATCHES);
    const started = performance.now();
    const batches = some.map(batchOf);
    const written = await insertEvents(await getDb(), runs().owner, batches);
    for (const [i, run] of some.entries()) {
      if (written.has(run.row.id)) run.flushedTo = batches[i]?.lastN ?? run.flushedTo;
    }
    eventsFlushed(performance.now() - started);
  }
}

function batchOf(run: ActiveRun): EventBatch {
  run.log.compact();
  const entries = run.log.read(run.flushedTo);
  return {
    sessionId: run.row.sessionId,
    runId: run.row.id,
    lastN: entries.at(-1)?.n ?? run.flushedTo,
    chunks: entries.map((entry) => entry.chunk),
  };
}
