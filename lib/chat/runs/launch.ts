import { windowOf } from "@/lib/context/budget";
import { type Budget, budgetOf } from "@/lib/context/plan";
import { getDb } from "@/lib/db/client";
import type { RunRow } from "@/lib/db/schema/chat";
import { log, withLogContext } from "@/lib/log";
import { runEnded, runStarted } from "@/lib/operations/metrics";
import { type Ending, internalFailure, lastChunks, standing } from "./ending";
import { perform, type Task } from "./perform";
import { partsOf } from "./reduce";
import { ActiveRun, runs } from "./registry";
import { runesOf } from "./settle";
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
  const parts = partsOf(run.log.chunks());
  // The figure is known before the answer is stored: nobody else writes into this conversation meanwhile.
  const [settled, budget] = await Promise.all([
    store(run, wanted, parts),
    budgetAfter(task, run, runesOf(wanted, parts)),
  ]);
  const last = settled ? lastChunks(standing(settled.ending), settled.session && budget) : await endingElsewhere(run);
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

async function budgetAfter({ bounds, totals }: Task, run: ActiveRun, runes: number): Promise<Budget | null> {
  try {
    const after = { lastSeq: totals.lastSeq, totalRunes: totals.totalRunes + runes };
    const { usedRunes } = await windowOf(await getDb(), run.row.sessionId, after, bounds);
    return budgetOf(usedRunes, bounds.limitRunes);
  } catch (error) {
    // Only the figure beside the answer is missing.
    log.warn("background_task_failed", { task: "context_budget" }, error);
    return null;
  }
}
