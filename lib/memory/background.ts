import { database, getDb } from "@/lib/db/client";
import { dropJobClaims, sessionsWithDueJobs } from "@/lib/db/queries/memory-jobs";
import { repeat } from "@/lib/db/repeat";
import { log, withLogContext } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { doJobs, ENTRY_JOBS, NOTE_JOBS, REMEMBER_JOBS } from "./jobs";
import { works } from "./works";

// Jobs that nobody waits for: turns to append, entries to find, what failed before.

const POLL_MS = 2_000;
/** Sessions looked at in one go. */
const MOST_AT_ONCE = 20;
/** Batches of one of them that entries are made of before others have their turn: a model may take minutes for each. */
const MOST_EXTRACTIONS = 3;
/** Each goes on for itself. */
const LINES = [REMEMBER_JOBS, NOTE_JOBS, ENTRY_JOBS];

const state = processWide("memory-background", () => ({
  stop: undefined as (() => void) | undefined,
  looking: undefined as Promise<void> | undefined,
  again: false,
  shutdown: new AbortController(),
}));

/** Looks for due jobs from now on. Once a process. */
export async function startMemoryWork(): Promise<void> {
  const all = state();
  if (all.stop) return;
  all.shutdown = new AbortController();
  // The embedded database has one process: whoever was at a job is gone.
  if ((await database()).engine === "pglite") await dropJobClaims(await getDb());
  all.stop = repeat("memory_jobs", POLL_MS, async () => kickMemory());
}

/** Waits for what is being written, and begins nothing more. */
export async function stopMemoryWork(): Promise<void> {
  const all = state();
  all.stop?.();
  all.stop = undefined;
  all.shutdown.abort();
  await all.looking;
}

/** Has this process look now, once more where it is looking already. */
export function kickMemory(): void {
  const all = state();
  if (!all.stop) return;
  if (all.looking) {
    all.again = true;
    return;
  }
  all.looking = look(all.shutdown.signal).finally(() => {
    all.looking = undefined;
    if (!all.again) return;
    all.again = false;
    kickMemory();
  });
}

async function look(signal: AbortSignal): Promise<void> {
  try {
    const sessions = await sessionsWithDueJobs(await getDb(), LINES, MOST_AT_ONCE);
    // What is only written down waits for no model.
    for (const sessionId of sessions) {
      if (signal.aborted) return;
      await withLogContext({ session_id: sessionId }, async () => {
        await doJobs(sessionId, REMEMBER_JOBS, works, { signal });
        await doJobs(sessionId, NOTE_JOBS, works, { signal });
      });
    }
    for (const sessionId of sessions) {
      if (signal.aborted) return;
      await withLogContext({ session_id: sessionId }, async () => {
        const { done } = await doJobs(sessionId, ENTRY_JOBS, works, { signal, most: MOST_EXTRACTIONS });
        if (done === MOST_EXTRACTIONS) state().again = true;
      });
    }
  } catch (error) {
    if (!signal.aborted) log.error("background_task_failed", { task: "memory_jobs" }, error);
  }
}
