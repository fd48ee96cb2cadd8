import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import {
  type ContextState,
  contextState,
  lastUnitBefore,
  payloadSlice,
  toldSlice,
  turnAfterRunes,
  unitsFrom,
} from "@/lib/db/queries/context";
import { findRoll } from "@/lib/db/queries/context-rolls";
import type { RollReason } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";
import { rolled } from "@/lib/operations/metrics";
import { summaryInPayload } from "./budget";
import type { Claim } from "./claim";
import { commitRoll, type NewRoll } from "./commit";
import { Extract } from "./extract";
import { flushBeforeRoll } from "./flush-hook";
import { countRunes } from "./measure";
import { type Merged, merge } from "./merge";
import { AGED_OVERHEAD_RUNES, type Aged } from "./merge-prompt";
import { planRoll, type Slice } from "./plan";
import { languageOf } from "./script";
import { type RollSetting, shareOf } from "./summariser";
import { toldText } from "./told-text";

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
      fallback: Merged["fallback"] | "backlog";
      toSeq: number;
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
  return await rollUpTo(claim, state, wish, last, { extractAll, left: !extractAll && plan.calls > 1 });
}

type Last = { seq: number; id: string; runes: number; runesBefore: number };
/** `first`: where the first merge call ends; `last`: where all of them end; `calls`: how many they are, about. */
type Plan = { first: Last; last: Last; calls: number };

/** Reads sizes in slices, so that what is in memory does not grow with what there is to roll. */
async function planFor(state: ContextState, wish: RollWish): Promise<Plan | null> {
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
  const besides =
    bounds.fixedRunes + summaryInPayload(bounds.summaryMaxRunes) + later + (wish.current?.extraWeight ?? 0);
  const target = wish.goal === "all" ? 0 : shareOf(bounds, "target_pct");
  const slices = planRoll(units, {
    besides,
    target,
    // What follows the slice is more than enough to stay.
    minVerbatim: isSlice ? 0 : min_verbatim,
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
  const last = (await lastUnitBefore(db, sessionId, Math.min(cut ?? lastSeq, lastSeq))) ?? ofSlice(lastSlice);
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
      : await mergedRange(base, range, setting, wish.instructions, claim.signal);
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
    return { kind: "rolled", version, left, gained: roll.runesAfter < runesBefore, fallback, toSeq: last.seq };
  } catch (error) {
    if (!claim.signal.aborted) log.error("chat_context_roll_failed", { reason: wish.reason, ...facts(range) }, error);
    throw error;
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

/** What a merge starts from. */
export type Base = { sessionId: string; summary: string; kept: string[] };

export async function baseOf({ sessionId, version, summary }: ContextState): Promise<Base> {
  if (version === 0) return { sessionId, summary, kept: [] };
  const row = await findRoll(await getDb(), sessionId, version);
  return { sessionId, summary, kept: row?.kept ?? [] };
}

/** `backlog`: there was too much to merge while a person waited. */
type MergedOrExtracted = Omit<Merged, "fallback"> & { fallback: Merged["fallback"] | "backlog" };

/** The columns that come of a merge. */
export function rollOf(merged: MergedOrExtracted, kept: string[]) {
  const { summary, method, model, usage, fallback } = merged;
  const runes = countRunes(summary);
  return { summary, summaryRunes: runes, runesAfter: runes, kept, method, model, usage, fallback };
}

type Range = { fromSeq: number; toSeq: number };

/** One merge call over the messages of a range. */
export async function mergedRange(
  base: Base,
  { fromSeq, toSeq }: Range,
  { bounds, summariser }: RollSetting,
  instructions: string | undefined,
  signal: AbortSignal,
): Promise<Merged> {
  const db = await getDb();
  const messages: Aged[] = await payloadSlice(db, base.sessionId, fromSeq, toSeq, config().chat_context.history_rows);
  return await merge(
    {
      summary: base.summary,
      kept: base.kept,
      messages,
      capRunes: bounds.summaryMaxRunes,
      instructions,
      language: languageOf(newestText(messages) || base.summary),
    },
    summariser,
    signal,
  );
}

/** What the language of the conversation is told by. */
const newestText = (messages: readonly Aged[]) =>
  messages
    .slice(-10)
    .map(({ parts }) => toldText(parts).slice(0, 400))
    .join("\n")
    .trim();

const EXTRACT_ROWS = 1_000;
/** Of a longer range every so many-th turn is read: the background merges all of it soon after. */
const MOST_EXTRACTED = 20_000;
const EXTRACT_HEAD_RUNES = 2_000;

/** The built-in summariser over a range of any length, without a model in the way. */
async function extracted(
  base: Base,
  { fromSeq, toSeq }: Range,
  { bounds, summariser }: RollSetting,
): Promise<MergedOrExtracted> {
  const db = await getDb();
  const extract = new Extract({ summary: base.summary, kept: base.kept, capRunes: bounds.summaryMaxRunes });
  const step = Math.max(1, Math.ceil((toSeq - fromSeq + 1) / MOST_EXTRACTED));
  for (let seq = fromSeq; seq <= toSeq; ) {
    const range = { fromSeq: seq, toSeq, step, headRunes: EXTRACT_HEAD_RUNES };
    const rows = await toldSlice(db, base.sessionId, range, EXTRACT_ROWS);
    for (const row of rows) extract.add(row);
    const last = rows.at(-1);
    if (!last || rows.length < EXTRACT_ROWS) break;
    seq = last.seq + 1;
  }
  const fallback = summariser ? ("backlog" as const) : null;
  return { summary: extract.result(), method: "extractive" as const, model: null, usage: null, fallback };
}
