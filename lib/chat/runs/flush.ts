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
  /** The last attempt failed: nobody hurries the next one. */
  failing: false,
  /** Woken after each attempt. */
  waiting: new Set<() => void>(),
}));

/** Has the streams written within FLUSH_MS: one statement for all runs of the process. */
export function requestFlush(): void {
  schedule(FLUSH_MS);
}

/**
 * Waits until all that the run has streamed so far is in the database, however long that is away. Throws when the run
 * is aborted meanwhile.
 */
export async function flushed(run: ActiveRun): Promise<void> {
  const { end } = run.log;
  const state = flusher();
  for (let hurry = true; run.flushedTo < end; hurry = false) {
    run.signal.throwIfAborted();
    if (hurry && state.timer && !state.failing) {
      clearTimeout(state.timer);
      state.timer = undefined;
    }
    schedule(hurry ? 0 : FLUSH_MS);
    await new Promise<void>((resolve) => {
      const wake = () => {
        state.waiting.delete(wake);
        run.signal.removeEventListener("abort", wake);
        resolve();
      };
      state.waiting.add(wake);
      run.signal.addEventListener("abort", wake, { once: true });
    });
  }
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
    state.failing = failed;
    for (const wake of [...state.waiting]) wake();
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
