import { config } from "@/lib/config";
import { database, getDb } from "@/lib/db/client";
import { contextState } from "@/lib/db/queries/context";
import { findRoll } from "@/lib/db/queries/context-rolls";
import { changeWork, dropAllClaims, dueWork, wantWork } from "@/lib/db/queries/context-work";
import { repeat } from "@/lib/db/repeat";
import type { RollReason } from "@/lib/db/schema/chat";
import { log, withLogContext } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { usedRunes } from "./budget";
import { type Claim, withClaim } from "./claim";
import { redoOnce } from "./redo";
import { rollOnce } from "./roll";
import { rollSetting, shareOf } from "./summariser";

/** Rolls that nobody waits for: after a reply, of a backlog, and again where the built-in summariser had stood in. */

const POLL_MS = 2_000;
/** Sessions that one process works on at once: each is one model call at a time. */
const MOST_AT_ONCE = 2;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** After that many rolls in a row without a gain nothing is tried until something new was said. */
const MOST_WITHOUT_GAIN = 2;

const state = processWide("context-background", () => ({
  working: new Map<string, Promise<void>>(),
  stop: undefined as (() => void) | undefined,
  shutdown: new AbortController(),
}));

/** Has the background look at a session, in this process at once where it has a hand free, else in any. */
export async function wantRoll(sessionId: string, reason: RollReason): Promise<void> {
  await wantWork(await getDb(), sessionId, reason);
  take([sessionId]);
}

/** The same for callers that have no use for its failure. */
export function wantRollSoon(sessionId: string, reason: RollReason): void {
  wantRoll(sessionId, reason).catch((error: unknown) =>
    log.warn("background_task_failed", { task: "context_want" }, error),
  );
}

/** Looks for what is to be rolled from now on. Once a process. */
export async function startContextWork(): Promise<void> {
  const all = state();
  if (all.stop) return;
  all.shutdown = new AbortController();
  all.stop = repeat("context_rolls", POLL_MS, async () => {
    take(await dueWork(await getDb(), MOST_AT_ONCE));
  });
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
      })
      .finally(() => working.delete(sessionId));
    working.set(sessionId, done);
  }
}

/** What one step asks for: another one, a pause after a failure, or nothing more. */
type Step = "again" | "pause" | "no_gain" | "done";

async function workOn(sessionId: string, signal: AbortSignal): Promise<void> {
  for (let goOn = true; goOn && !signal.aborted; ) {
    const claimed = await withClaim(sessionId, { wait: false, background: true, signal }, async (claim) => {
      const db = await getDb();
      const runes = async () => (await contextState(db, sessionId))?.totalRunes;
      const before = await runes();
      const step = await failingAsPause(claim, signal);
      await note(claim, step);
      // A reply that came after the look and wanted a roll before the note has had its wish struck off with the old one.
      if (step !== "done" || (await runes()) === before) return step;
      await wantWork(db, sessionId, claim.work.wanted ?? "reply");
      return "again";
    });
    goOn = claimed === "again";
  }
}

/** A step that throws must not be tried again at once, for ever. */
async function failingAsPause(claim: Claim, signal: AbortSignal): Promise<Step> {
  try {
    return await takeStep(claim);
  } catch (error) {
    if (signal.aborted || claim.signal.aborted) throw error;
    log.error("background_task_failed", { task: "context_roll" }, error);
    return "pause";
  }
}

async function takeStep(claim: Claim): Promise<Step> {
  const db = await getDb();
  const context = await contextState(db, claim.sessionId);
  if (!context) return "done";
  const setting = await rollSetting(context);
  const rows = context.lastSeq - context.anchorSeq + 1;
  const over =
    usedRunes(context, setting.bounds) >= shareOf(setting.bounds, "preroll_pct") ||
    rows > config().chat_context.history_rows;
  if (over) {
    const { wanted } = claim.work;
    const reason = wanted === null || wanted === "redo" ? "reply" : wanted;
    const rolled = await rollOnce(claim, { reason, setting, goal: "target", current: null });
    if (rolled.kind === "discarded") return "again";
    if (rolled.kind === "rolled") {
      if (rolled.fallback !== null) return "pause";
      return rolled.gained ? "again" : "no_gain";
    }
  }
  const head = context.version === 0 ? undefined : await findRoll(db, claim.sessionId, context.version);
  if (!head || head.redoFrom === null || !setting.summariser) return "done";
  const redone = await redoOnce(claim, context, head, setting);
  if (redone.kind === "done") return "done";
  return redone.kind === "step" ? "again" : "pause";
}

/** Writes down what becomes of the session's place on the list. */
async function note(claim: Claim, step: Step): Promise<void> {
  const db = await getDb();
  const attempts = claim.work.attempts + 1;
  if (step === "done") await changeWork(db, claim.sessionId, { wanted: null, attempts: 0 });
  else if (step === "again") await changeWork(db, claim.sessionId, { attempts: 0 });
  else if (step === "no_gain" && attempts >= MOST_WITHOUT_GAIN) {
    await changeWork(db, claim.sessionId, { wanted: null, attempts: 0 });
  } else {
    const notBeforeMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
    await changeWork(db, claim.sessionId, {
      wanted: step === "pause" ? "redo" : claim.work.wanted,
      attempts,
      notBeforeMs,
    });
  }
}
