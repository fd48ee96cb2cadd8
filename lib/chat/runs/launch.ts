import { setTimeout as pause } from "node:timers/promises";
import type { UIMessageChunk } from "ai";
import { windowOf } from "@/lib/context/budget";
import { type Budget, budgetOf } from "@/lib/context/plan";
import { getDb, sqlState } from "@/lib/db/client";
import { findAnswer } from "@/lib/db/queries/runs";
import type { RunRow } from "@/lib/db/schema/chat";
import { log, withLogContext } from "@/lib/log";
import { runEnded, runStarted } from "@/lib/operations/metrics";
import { abortedEnding, type Ending, internalFailure, lastChunks } from "./ending";
import { perform, type Task } from "./perform";
import { partsOf } from "./reduce";
import { ActiveRun, runs } from "./registry";
import { type Settled, settle } from "./settle";

/** While the database is away an answer waits for it in memory; followers are told after this long. */
const TELL_AFTER_MS = 20_000;
const LONGEST_PAUSE_MS = 5_000;

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
  let ending: Ending;
  try {
    ending = await perform(run, task);
  } catch (error) {
    log.error("chat_run_failed", {}, error);
    ending = internalFailure;
  }
  run.phase = "settling";
  const settled = await store(run, ending);
  const last = settled ? lastChunks(settledMessage(ending), await budgetAfter(settled, task)) : await asStored(run);
  runs().active.delete(run.row.id);
  run.end(...last);
  const duration = performance.now() - run.startedAt;
  const status = settled ? ending.run : "interrupted";
  runEnded(status, duration);
  log.info("chat_run_ended", {
    status,
    error: ending.error?.code,
    stored: settled !== undefined,
    duration_ms: Math.round(duration),
    ...ending.usage,
  });
}

const settledMessage = ({ message, error, usage }: Ending) => ({ status: message, error, usage });

/** Stores the answer, trying again as long as this process lives. Undefined: the run is not this process's any more. */
async function store(run: ActiveRun, ending: Ending): Promise<Settled | undefined> {
  const parts = partsOf(run.log.chunks());
  const claim = { owner: runs().owner };
  const since = performance.now();
  let told = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await settle(run.row, claim, ending, () => parts);
    } catch (error) {
      log.error("chat_run_store_failed", { attempt }, error);
      // Data that the database cannot take will not become good by waiting: the message then says so, without it.
      if (isUnstorable(error)) return await settle(run.row, claim, internalFailure, () => []);
    }
    if (!told && performance.now() - since > TELL_AFTER_MS) {
      told = true;
      run.append({ type: "error", errorText: "The answer cannot be stored at the moment; the server keeps trying." });
    }
    await pause(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempt) * (0.5 + Math.random()));
  }
}

/** SQLSTATE classes of data that is wrong and of limits of the database itself. */
function isUnstorable(error: unknown): boolean {
  return /^(?:22|54)/.test(sqlState(error) ?? "");
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

/** What to tell the followers when somebody else has settled or deleted the run. */
async function asStored(run: ActiveRun): Promise<UIMessageChunk[]> {
  const deleted = { ...settledMessage(abortedEnding("gone")) };
  try {
    const answer = await findAnswer(await getDb(), run.row);
    return lastChunks(answer && answer.status !== "running" ? { ...answer, status: answer.status } : deleted, null);
  } catch (error) {
    log.warn("background_task_failed", { task: "read_answer" }, error);
    return lastChunks(deleted, null);
  }
}
