import { budgetUnder } from "@/lib/context/payload/budget";
import { learn } from "@/lib/context/payload/learn";
import { beginRoll, wantRollWith } from "@/lib/context/roll/background";
import { getDb } from "@/lib/db/client";
import type { RunRow, SessionRow } from "@/lib/db/schema/chat";
import { log, withLogContext } from "@/lib/log";
import { kickMemory } from "@/lib/memory/background";
import { runEnded, runStarted } from "@/lib/operations/metrics";
import { type Ending, internalFailure, lastChunks, standing } from "./ending";
import { looseEnds } from "./loose-ends";
import { type Performed, perform, type Task } from "./perform";
import { partsOf } from "./reduce";
import { ActiveRun, runs } from "./registry";
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
  const performed = await answerOf(run, task);
  const wanted = performed.ending;
  // A call that was made has its result by now, or says that it is unknown: of the others nothing was done.
  run.append(...looseEnds(partsOf(run.log.chunks()), () => false, "ended"));
  run.phase = "settling";
  const parts = partsOf(run.log.chunks());
  const budgetOf = (session: SessionRow) => budgetUnder(session, task.model);
  let wantsRoll = false;
  const settled = await store(run, wanted, parts, async (tx, session) => {
    wantsRoll = await wantRollWith(tx, session, budgetOf(session));
  });
  const budget = settled?.session ? budgetOf(settled.session) : null;
  const last = settled ? lastChunks(standing(settled.ending), budget) : await endingElsewhere(run);
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
  if (settled?.session && wantsRoll) beginRoll(settled.session.id);
  if (settled?.session) await afterReply(task, settled.session, settled.ending, performed);
}

/** What an answer entails, off the user's path. */
async function afterReply(
  task: Task,
  session: SessionRow,
  ending: Ending,
  { payload, firstUsage }: Performed,
): Promise<void> {
  if (session.agentId !== null) kickMemory();
  try {
    if (payload) await learn(await getDb(), session, task.model, payload, firstUsage);
  } catch (error) {
    log.warn("background_task_failed", { task: "context_learn" }, error);
  }
  if (ending.message === "complete") await refineTitle(task, session);
}

async function answerOf(run: ActiveRun, task: Task): Promise<Performed> {
  try {
    return await perform(run, task);
  } catch (error) {
    log.error("chat_run_failed", {}, error);
    return { ending: internalFailure, payload: null, firstUsage: null };
  }
}
