import { usedRunes, wantsPreroll } from "@/lib/context/payload/budget";
import { type Budget, budgetOf } from "@/lib/context/size/limit";
import { MERGE_FAULTS } from "@/lib/context/summary/fallback";
import { type Db, database, getDb } from "@/lib/db/client";
import { contextState } from "@/lib/db/queries/context";
import { findRoll } from "@/lib/db/queries/context-rolls";
import { changeWork, dropAllClaims, dueWork, type WorkChanges, wantWork } from "@/lib/db/queries/context-work";
import { repeat } from "@/lib/db/repeat";
import type { RollReason, SessionRow } from "@/lib/db/schema/chat";
import { log, withLogContext } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { type Claim, withClaim } from "./claim";
import { redoOnce } from "./redo";
import { rollOnce } from "./roll";
import { rollSetting } from "./summariser";

/** Rolls that nobody waits for: after a reply, of a backlog, and again where the built-in summariser had stood in. */

const POLL_MS = 2_000;
/** Sessions that one process works on at once: each is one model call at a time. */
const MOST_AT_ONCE = 2;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** After that many rolls in a row without a gain nothing is tried until something new was said. */
const MOST_WITHOUT_GAIN = 2;
/**
 * After that many answers in a row that are no summary, none is asked for until something new is rolled: it is the
 * messages that the model does not take, and each try costs as much as the first. Faults on the way are tried for ever.
 */
const MOST_REFUSALS = 6;

const state = processWide("context-background", () => ({
  working: new Map<string, Promise<void>>(),
  stop: undefined as (() => void) | undefined,
  shutdown: new AbortController(),
}));

/** Has the background look at a session, in this process at once where it has a hand free, else in any. */
export async function wantRoll(sessionId: string, reason: RollReason): Promise<void> {
  if (await wantWork(await getDb(), sessionId, reason)) take([sessionId]);
}

/** The same for callers that have no use for its failure. */
export function wantRollSoon(sessionId: string, reason: RollReason): void {
  wantRoll(sessionId, reason).catch((error: unknown) =>
    log.warn("background_task_failed", { task: "context_want" }, error),
  );
}

/** Has the background make room where a payload has come to more than it should be, before a send has to wait for it. */
export function rollSoonIfFull(
  { id, lastSeq, verbatimSinceSeq: anchorSeq }: Pick<SessionRow, "id" | "lastSeq" | "verbatimSinceSeq">,
  budget: Budget,
  reason: RollReason,
): void {
  if (wantsPreroll(budget, { lastSeq, anchorSeq })) wantRollSoon(id, reason);
}

/**
 * The same with the answer that fills it, in its transaction: the wish is not lost with the process. Whether there is
 * something to do now, for `beginRoll` once it is committed.
 */
export async function wantRollWith(
  tx: Db,
  { id, lastSeq, verbatimSinceSeq: anchorSeq }: Parameters<typeof rollSoonIfFull>[0],
  budget: Budget,
): Promise<boolean> {
  return wantsPreroll(budget, { lastSeq, anchorSeq }) && (await wantWork(tx, id, "reply"));
}

/** Has this process see at once to what is wanted, where it has a hand free; else whoever next looks finds it. */
export function beginRoll(sessionId: string): void {
  take([sessionId]);
}

/** Looks for what is to be rolled from now on. Once a process. */
export async function startContextWork(): Promise<void> {
  const all = state();
  if (all.stop) return;
  all.shutdown = new AbortController();
  all.stop = repeat("context_rolls", POLL_MS, takeDue);
  // The embedded database has one process: whoever had a claim is gone.
  if ((await database()).engine === "pglite") await dropAllClaims(await getDb());
}

/** Gives up what is being rolled, for a process that goes down. Nothing is lost: the next process does it again. */
export async function stopContextWork(): Promise<void> {
  const all = state();
  all.stop?.();
  all.stop = undefined;
  all.shutdown.abort();
  await Promise.all(all.working.values());
}

function take(sessionIds: readonly string[]): void {
  const { working, shutdown, stop } = state();
  if (!stop) return;
  for (const sessionId of sessionIds) {
    if (working.has(sessionId) || working.size >= MOST_AT_ONCE) continue;
    const done = withLogContext({ session_id: sessionId }, () => workOn(sessionId, shutdown.signal))
      .catch((error: unknown) => {
        if (!shutdown.signal.aborted) log.error("background_task_failed", { task: "context_roll" }, error);
        return false;
      })
      .then(async (more) => {
        working.delete(sessionId);
        if (more && !shutdown.signal.aborted) await takeDue();
      })
      .catch((error: unknown) => log.warn("background_task_failed", { task: "context_due" }, error));
    working.set(sessionId, done);
  }
}

async function takeDue(): Promise<void> {
  take(await dueWork(await getDb(), MOST_AT_ONCE));
}

const isOfContent = (fault: string | null) => MERGE_FAULTS.some((known) => known === fault);

/** What one step asks for: another one, a pause after a failure (`fault`), or nothing more. */
type Step = { kind: "again" | "no_gain" | "done" } | { kind: "pause"; fault: string | null };

/** One step, after which it is another session's turn. Whether there is more to do at once. */
async function workOn(sessionId: string, signal: AbortSignal): Promise<boolean> {
  const more = await withClaim(sessionId, { waitMs: 0, background: true, signal }, async (claim) =>
    note(claim, await failingAsPause(claim, signal)),
  );
  return more ?? false;
}

/** A step that throws must not be tried again at once, for ever. */
async function failingAsPause(claim: Claim, signal: AbortSignal): Promise<Step> {
  try {
    return await takeStep(claim);
  } catch (error) {
    if (signal.aborted || claim.signal.aborted) throw error;
    log.error("background_task_failed", { task: "context_roll" }, error);
    return { kind: "pause", fault: null };
  }
}

async function takeStep(claim: Claim): Promise<Step> {
  const db = await getDb();
  const context = await contextState(db, claim.sessionId);
  if (!context) return { kind: "done" };
  const setting = await rollSetting(context);
  const budget = budgetOf(usedRunes(context, setting.bounds), setting.bounds.limitRunes);
  if (wantsPreroll(budget, context)) {
    const { wanted } = claim.work;
    // A wish to redo is no reply: it is one of a backlog's pauses, or of what an undo or a branch brought back.
    const reason = wanted === null || wanted === "redo" ? "backlog" : wanted;
    const rolled = await rollOnce(claim, { reason, setting, goal: "target", current: null });
    if (rolled.kind === "discarded") return { kind: "again" };
    if (rolled.kind === "rolled") {
      if (rolled.fallback !== null) return { kind: "pause", fault: rolled.fallback };
      return { kind: rolled.gained ? "again" : "no_gain" };
    }
  }
  const head = context.version === 0 ? undefined : await findRoll(db, claim.sessionId, context.version);
  if (!head || head.redoFrom === null || !setting.summariser) return { kind: "done" };
  const redone = await redoOnce(claim, context, head, setting);
  if (redone.kind === "failed") return { kind: "pause", fault: redone.fallback };
  if (redone.kind === "discarded") return { kind: "pause", fault: null };
  return { kind: redone.kind === "done" ? "done" : "again" };
}

/** Writes down what becomes of the session's place on the list. Whether it has more to do at once. */
async function note({ sessionId, work }: Claim, step: Step): Promise<boolean> {
  const db = await getDb();
  // A wish that came after this step's look is not met by it, and stays.
  const change = (set: WorkChanges) => changeWork(db, sessionId, set, work.wishes);
  const attempts = work.attempts + 1;
  if (step.kind === "done" && (await change({ wanted: null, attempts: 0 }))) return false;
  if (step.kind === "done" || step.kind === "again") {
    // Behind those who wait already.
    await changeWork(db, sessionId, { attempts: 0, notBeforeMs: 0 });
    return true;
  }
  const notBeforeMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
  const paused = { attempts, notBeforeMs };
  const noted =
    step.kind === "pause"
      ? change({ ...paused, wanted: isOfContent(step.fault) && attempts >= MOST_REFUSALS ? null : "redo" })
      : change(attempts >= MOST_WITHOUT_GAIN ? { wanted: null, attempts: 0 } : paused);
  // It waits no longer than one that comes after a failure.
  if (!(await noted)) await changeWork(db, sessionId, { attempts, notBeforeMs: Math.min(notBeforeMs, FIRST_PAUSE_MS) });
  return false;
}
