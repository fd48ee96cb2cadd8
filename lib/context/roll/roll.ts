import { config } from "@/lib/config";
import { summaryInPayload } from "@/lib/context/payload/budget";
import { AGED_OVERHEAD_RUNES } from "@/lib/context/summary/merge-prompt";
import { getDb } from "@/lib/db/client";
import { type ContextState, contextState, lastUnitBefore, turnAfterRunes, unitsFrom } from "@/lib/db/queries/context";
import type { RollReason } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";
import type { ResolvedModel } from "@/lib/models/registry";
import { rolled } from "@/lib/operations/metrics";
import type { Claim } from "./claim";
import { commitRoll, type NewRoll } from "./commit";
import { flushBeforeRoll } from "./flush-hook";
import { planRoll, type Slice } from "./plan";
import { type Base, baseOf, extracted, type MergedOrExtracted, mergedRange, type Range, rollOf } from "./summarise";
import { type RollSetting, rollSetting, shareOf } from "./summariser";

/** What a roll is asked for. */
export type RollWish = {
  reason: RollReason;
  setting: RollSetting;
  /** `target`: to the share of the limit that a roll aims at; `all`: all but what always stays verbatim. */
  goal: "target" | "all";
  /** The current message, which never leaves, and what it weighs beyond its runes. Null: between two sends. */
  current: { seq: number; extraWeight: number } | null;
  instructions?: string | undefined;
  /** At most that many merge calls may still be made for this wish; what is left over is extracted at once. */
  callsLeft?: number;
  /** A merge that takes longer is given up, and extracted instead. */
  mergeMs?: number;
  /** Called once it is sure that something will be rolled. */
  onBegin?: () => void;
};

/** `left`: whether more of the same wish is to be rolled. */
export type Rolled =
  | {
      kind: "rolled";
      version: number;
      left: boolean;
      gained: boolean;
      fallback: MergedOrExtracted["fallback"];
    }
  | { kind: "nothing" | "discarded" };

/** A roll frees at least this share of the limit, or it is not worth a call. */
const MIN_GAIN = 0.02;

/** One roll: decides what leaves, flushes it, merges it and commits. One merge call, or none where it extracts. */
export async function rollOnce(claim: Claim, wish: RollWish): Promise<Rolled> {
  const db = await getDb();
  const state = await contextState(db, claim.sessionId);
  if (!state) return { kind: "nothing" };
  const plan = await planFor(state, wish);
  if (!plan) return { kind: "nothing" };
  wish.onBegin?.();
  const extractAll = plan.calls > (wish.callsLeft ?? Number.POSITIVE_INFINITY);
  const last = extractAll ? plan.last : plan.first;
  return await rollUpTo(claim, state, wish, last, { extractAll, left: !extractAll && plan.last.seq > plan.first.seq });
}

/** The message up to which the background rolls, as things stand; null where nothing can or need leave. `model`: the session's. */
export async function rollsUpTo(state: ContextState, model: ResolvedModel): Promise<number | null> {
  const plan = await planFor(state, { setting: await rollSetting(state, model), goal: "target", current: null });
  return plan?.last.seq ?? null;
}

type Last = { seq: number; id: string; runes: number; runesBefore: number };
/** `first`: where the first merge call ends; `last`: where all of them end; `calls`: how many they are, about. */
type Plan = { first: Last; last: Last; calls: number };

/** Reads sizes in slices, so that what is in memory does not grow with what there is to roll. */
async function planFor(
  state: ContextState,
  wish: Pick<RollWish, "setting" | "goal" | "current">,
): Promise<Plan | null> {
  const db = await getDb();
  const { bounds, mergeRunes } = wish.setting;
  const { history_rows, min_verbatim, batch_messages } = config().chat_context;
  const { sessionId, anchorSeq, totalRunes } = state;
  const lastSeq = wish.current ? wish.current.seq - 1 : state.lastSeq;
  const units = await unitsFrom(db, sessionId, anchorSeq, lastSeq, history_rows);
  const end = units.at(-1);
  if (!end) return null;
  const later = totalRunes - end.runesBefore - end.runes;
  const isSlice = units.length === history_rows;
  // Of a slice only what is among the newest of all stays, which may be nothing.
  const mayLeave = isSlice ? await lastUnitBefore(db, sessionId, lastSeq + 1, min_verbatim) : undefined;
  const besides =
    bounds.fixedRunes + summaryInPayload(bounds.summaryMaxRunes) + later + (wish.current?.extraWeight ?? 0);
  const target = wish.goal === "all" ? 0 : shareOf(bounds, "target_pct");
  const slices = planRoll(units, {
    besides,
    target,
    minVerbatim: isSlice ? units.filter(({ seq }) => seq > (mayLeave?.seq ?? 0)).length : min_verbatim,
    // Half of what one payload reads, so that the next roll for being too many is far.
    maxUnits: Math.max(0, Math.floor(history_rows / 2) - (lastSeq - end.seq)),
    batchMessages: batch_messages,
    mergeRunes,
    mergeOverhead: AGED_OVERHEAD_RUNES,
    minGain: wish.goal === "all" ? 1 : bounds.limitRunes * MIN_GAIN,
  });
  const [first] = slices;
  const lastSlice = slices.at(-1);
  if (!first || !lastSlice) return null;
  const ofSlice = (slice: Slice) => units[slice.to - 1] as Last;
  if (!isSlice) return { first: ofSlice(first), last: ofSlice(lastSlice), calls: slices.length };

  // The slice is the oldest part of a backlog: where all of it ends is one probe of the running sums.
  const cut = await turnAfterRunes(db, sessionId, totalRunes - Math.max(0, target - besides + later));
  const wanted = await lastUnitBefore(db, sessionId, Math.min(cut ?? lastSeq + 1, (mayLeave?.seq ?? 0) + 1));
  const last = wanted && wanted.seq > ofSlice(lastSlice).seq ? wanted : ofSlice(lastSlice);
  const calls = Math.ceil((last.runesBefore + last.runes - state.coveredRunes) / mergeRunes);
  return { first: ofSlice(first), last, calls: Math.max(calls, slices.length) };
}

async function rollUpTo(
  claim: Claim,
  state: ContextState,
  wish: RollWish,
  last: Last,
  { extractAll, left }: { extractAll: boolean; left: boolean },
): Promise<Rolled> {
  const started = performance.now();
  const { setting } = wish;
  const range = { fromSeq: state.anchorSeq, toSeq: last.seq };
  const covered = last.runesBefore + last.runes;
  const runesBefore = state.summaryRunes + covered - state.coveredRunes;
  try {
    await flushBeforeRoll({ sessionId: state.sessionId, agentId: state.agentId, ...range });
    const base = await baseOf(state);
    const merged = extractAll
      ? await extracted(base, range, setting)
      : await mergedInTime(base, range, wish, claim.signal);
    const roll: NewRoll = {
      ...{
        sessionId: state.sessionId,
        baseVersion: state.version,
        ...range,
        toMessageId: last.id,
        coveredRunes: covered,
      },
      ...rollOf(merged, base.kept),
      ...{ reason: wish.reason, instructions: wish.instructions ?? null, runesBefore },
      durationMs: Math.round(performance.now() - started),
    };
    claim.signal.throwIfAborted();
    const version = await commitRoll(claim, roll);
    if (version === null) return { kind: "discarded" };
    noteRoll(version, roll);
    const { fallback } = merged;
    return { kind: "rolled", version, left, gained: roll.runesAfter < runesBefore, fallback };
  } catch (error) {
    if (!claim.signal.aborted) log.error("chat_context_roll_failed", { reason: wish.reason, ...facts(range) }, error);
    throw error;
  }
}

/** A merge, or, where a person would wait for it for too long, what the built-in summariser makes of the same. */
async function mergedInTime(
  base: Base,
  range: Range,
  { setting, instructions, mergeMs }: RollWish,
  signal: AbortSignal,
): Promise<MergedOrExtracted> {
  if (mergeMs === undefined) return await mergedRange(base, range, setting, instructions, signal);
  const late = AbortSignal.timeout(Math.max(0, Math.ceil(mergeMs)));
  try {
    return await mergedRange(base, range, setting, instructions, AbortSignal.any([signal, late]));
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error;
    return await extracted(base, range, setting);
  }
}

const facts = ({ fromSeq, toSeq }: { fromSeq: number; toSeq: number }) => ({ from_seq: fromSeq, to_seq: toSeq });

export function noteRoll(version: number, roll: NewRoll): void {
  rolled(roll.method, roll.durationMs);
  log.info("chat_context_roll", {
    version,
    ...facts(roll),
    reason: roll.reason,
    method: roll.method,
    fallback: roll.fallback,
    runes_before: roll.runesBefore,
    runes_after: roll.runesAfter,
    duration_ms: roll.durationMs,
  });
}
