import { windowOf } from "@/lib/context/budget";
import { type Budget, budgetOf } from "@/lib/context/plan";
import { getDb } from "@/lib/db/client";
import type { RunRow } from "@/lib/db/schema/chat";
import { log, withLogContext } from "@/lib/log";
import { runEnded, runStarted } from "@/lib/operations/metrics";
import { type Ending, internalFailure, lastChunks, standing } from "./ending";
import { perform, type Task } from "./perform";
import { ActiveRun, runs } from "./registry";
import type { Settled } from "./settle";
import { endingElsewhere, store } from "./store";
import { refineTitle } from "./title";

/** Starts a run that is in the database. It belongs to this process from here on, whatever becomes of the request. */
export function launch(row: RunRow, task: Task): ActiveRun {
  const run = new ActiveRun(row);
  runs().active.set(row.id, run);
  runStarted();
  runs().detached(() => withLogContext({ session_id: row.sessionId, run_id: row.id }, () => void live(run, task)));
  return run;
}

async function live(run: ActiveRun, task: Task): Promise<void> {
  log.info("chat_run_started", { model: run.row.model });
  const wanted = await answerOf(run, task);
  run.phase = "settling";
  const settled = await store(run, wanted);
  const last = settled
    ? lastChunks(standing(settled.ending), await budgetAfter(settled, task))
    : await endingElsewhere(run);
  runs().active.delete(run.row.id);
  run.end(...last);
  const duration = performance.now() - run.startedAt;
  const { status, error } = settled?.run ?? { status: "interrupted", error: null };
  if (status !== "running") runEnded(status, duration);
  log.info("chat_run_ended", {
    status,
    error: error?.code,
    stored: settled?.session != null,
    duration_ms: Math.round(duration),
    ...wanted.usage,
  });
  if (settled?.session && settled.ending.message === "complete") await refineTitle(task, settled.session);
}

async function answerOf(run: ActiveRun, task: Task): Promise<Ending> {
  try {
    return await perform(run, task);
  } catch (error) {
    log.error("chat_run_failed", {}, error);
    return internalFailure;
  }
}

async function budgetAfter({ session }: Settled, { bounds }: Task): Promise<Budget | null> {
  if (!session) return null;
  try {
    const { usedRunes } = await windowOf(await getDb(), session.id, session, bounds);
    return budgetOf(usedRunes, bounds.limitRunes);
  } catch (error) {
    // The answer is stored; only the figure beside it is missing.
    log.warn("background_task_failed", { task: "context_budget" }, error);
    return null;
  }
}
