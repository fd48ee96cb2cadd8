import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { activeRun, findRun, type RunKey, requestStop, runState } from "@/lib/db/queries/runs";
import type { RunRow } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import { Bell } from "./bell";
import { recoverRun } from "./recover";
import { runs } from "./registry";
import { onNews } from "./wire";

/** How long a stop waits for the process that has the run; a stop that is on its way is not lost by giving up. */
const PATIENCE_MS = 10_000;
/** How often it looks by itself. */
const LOOK_MS = 250;

/** Stops a run and keeps its partial answer; answers when that is stored. A run that has ended is left alone. */
export async function stopRun(actor: Actor, runId: string): Promise<RunRow> {
  const db = await getDb();
  const run = await findRun(db, actor, runId);
  if (!run) throw new AppError("not_found", { kind: "run" });
  if (run.status !== "running") return run;
  await stop(run);
  return (await findRun(db, actor, runId)) ?? run;
}

/** Stops the run of a session, if one is active. The caller has seen to it that the session is the actor's. */
export async function stopActiveRun(sessionId: string): Promise<void> {
  const run = await activeRun(await getDb(), sessionId);
  if (run) await stop(run);
}

async function stop(run: RunKey): Promise<void> {
  runs().active.get(run.id)?.abort("stopped");
  // Also for a run of this process: a send that meets it elsewhere then knows that it is about to end.
  await requestStop(await getDb(), run);
  await untilEnded(run, PATIENCE_MS);
}

/** Waits for a run to end in whichever process has it; settles it here when that process is lost. */
export async function untilEnded(run: RunKey, patienceMs: number): Promise<boolean> {
  const db = await getDb();
  const deadline = performance.now() + patienceMs;
  const local = runs().active.get(run.id);
  const bell = new Bell();
  const stopListening = onNews(run.id, bell);
  void local?.ended.then(() => bell.ring());
  try {
    for (;;) {
      const state = await runState(db, run);
      if (state?.status !== "running") return true;
      if (state.leaseOver && (await recoverRun(run))) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await bell.wait(Math.min(left, LOOK_MS));
    }
  } finally {
    stopListening();
  }
}
