import { config } from "@/lib/config";
import { AGED_OVERHEAD_RUNES } from "@/lib/context/summary/merge-prompt";
import { getDb } from "@/lib/db/client";
import { type ContextState, stands, unitsFrom } from "@/lib/db/queries/context";
import { findRoll } from "@/lib/db/queries/context-rolls";
import type { RollRow, WorkRow } from "@/lib/db/schema/chat";
import type { Claim } from "./claim";
import { commitRedone, commitStaged, type NewRoll } from "./commit";
import { planRoll } from "./plan";
import { noteRoll } from "./roll";
import { mergedRange, rollOf } from "./summarise";
import type { RollSetting } from "./summariser";

/** `fallback`: why the model could not do it this time either. */
export type Redone = { kind: "step" | "done" | "discarded" } | { kind: "failed"; fallback: string };

type From = Pick<RollRow, "version" | "summary" | "summaryRunes" | "toSeq" | "coveredRunes">;
const NOTHING: From = { version: 0, summary: "", summaryRunes: 0, toSeq: 0, coveredRunes: 0 };

/**
 * One merge call towards a summary by the model where the built-in summariser had stood in. It grows beside the one in
 * use, from before the stand-in on, each step a version of its own, so that a killed process goes on where it was; when
 * both cover the same it takes the place of the other.
 */
export async function redoOnce(
  claim: Claim,
  state: ContextState,
  head: RollRow,
  setting: RollSetting,
): Promise<Redone> {
  const started = performance.now();
  const db = await getDb();
  const { sessionId } = state;
  const from = await redoneSoFar(sessionId, claim.work, head);
  if (from.toSeq === state.anchorSeq - 1) {
    const staged = await findRoll(db, sessionId, from.version);
    const version = staged && (await commitRedone(claim, staged, head.version));
    return { kind: version ? "done" : "discarded" };
  }
  const units = await unitsFrom(db, sessionId, from.toSeq + 1, state.anchorSeq - 1, config().chat_context.history_rows);
  const whole = {
    besides: 1,
    target: 0,
    minVerbatim: 0,
    maxUnits: Number.POSITIVE_INFINITY,
    batchMessages: 1,
    minGain: 0,
    mergeOverhead: AGED_OVERHEAD_RUNES,
  };
  const [slice] = planRoll(units, { ...whole, mergeRunes: setting.mergeRunes });
  const last = slice && units[slice.to - 1];
  if (!last) return { kind: "discarded" };
  const range = { fromSeq: from.toSeq + 1, toSeq: last.seq };
  const base = { sessionId, summary: from.summary, kept: head.kept };
  const merged = await mergedRange(base, range, setting, undefined, claim.signal);
  if (merged.fallback !== null) return { kind: "failed", fallback: merged.fallback };
  const covered = last.runesBefore + last.runes;
  const roll: NewRoll = {
    ...{ sessionId, baseVersion: from.version, ...range, toMessageId: last.id, coveredRunes: covered },
    ...rollOf(merged, head.kept),
    ...{ reason: "redo", instructions: null, runesBefore: from.summaryRunes + covered - from.coveredRunes },
    durationMs: Math.round(performance.now() - started),
  };
  claim.signal.throwIfAborted();
  const version = await commitStaged(claim, roll);
  if (version === null) return { kind: "discarded" };
  noteRoll(version, roll);
  return { kind: "step" };
}

/** The newest staged version, as long as all that it covers stands and is covered by the head too; else the beginning. */
export async function redoneSoFar(
  sessionId: string,
  { stagedVersion }: Pick<WorkRow, "stagedVersion">,
  head: RollRow,
): Promise<From> {
  const db = await getDb();
  const begin = head.redoFrom ? ((await findRoll(db, sessionId, head.redoFrom)) ?? NOTHING) : NOTHING;
  const staged = stagedVersion === null ? undefined : await findRoll(db, sessionId, stagedVersion);
  if (!staged || staged.toSeq > head.toSeq || staged.toSeq <= begin.toSeq) return begin;
  return (await stands(db, sessionId, staged.toSeq, staged.toMessageId)) ? staged : begin;
}
