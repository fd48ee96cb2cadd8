import { config } from "@/lib/config";
import { Extract } from "@/lib/context/extract/extract";
import { countRunes } from "@/lib/context/size/measure";
import type { Fallback } from "@/lib/context/summary/fallback";
import { keptWithin } from "@/lib/context/summary/kept";
import { type Merged, merge } from "@/lib/context/summary/merge";
import type { Aged } from "@/lib/context/summary/merge-prompt";
import { languageOf } from "@/lib/context/summary/script";
import { toldText } from "@/lib/context/summary/told-text";
import { getDb } from "@/lib/db/client";
import { type ContextState, payloadSlice, toldSlice } from "@/lib/db/queries/context";
import { findRoll } from "@/lib/db/queries/context-rolls";
import { maskSecrets } from "@/lib/memory/secrets";
import type { RollSetting } from "./summariser";

// A summary of a range of messages on top of an older summary: by one call of a model, or without one.

/** What a merge starts from. */
export type Base = { sessionId: string; summary: string; kept: string[] };

export async function baseOf({ sessionId, version, summary }: ContextState): Promise<Base> {
  if (version === 0) return { sessionId, summary, kept: [] };
  const row = await findRoll(await getDb(), sessionId, version);
  return { sessionId, summary, kept: row?.kept ?? [] };
}

/** `backlog`: there was too much to merge while a person waited. */
export type MergedOrExtracted = Omit<Merged, "fallback"> & { fallback: Fallback | null };

/** The columns that come of a merge. */
export function rollOf(merged: MergedOrExtracted, kept: string[]) {
  const { summary, method, model, usage, fallback } = merged;
  const runes = countRunes(summary);
  return { summary, summaryRunes: runes, runesAfter: runes, kept, method, model, usage, fallback };
}

export type Range = { fromSeq: number; toSeq: number };

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
      kept: keptWithin(base.kept, bounds.summaryMaxRunes),
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
export async function extracted(
  base: Base,
  { fromSeq, toSeq }: Range,
  { bounds, summariser }: RollSetting,
): Promise<MergedOrExtracted> {
  const db = await getDb();
  const { summaryMaxRunes: capRunes } = bounds;
  const extract = new Extract({ summary: base.summary, kept: keptWithin(base.kept, capRunes), capRunes });
  const step = Math.max(1, Math.ceil((toSeq - fromSeq + 1) / MOST_EXTRACTED));
  for (let seq = fromSeq; seq <= toSeq; ) {
    const range = { fromSeq: seq, toSeq, step, headRunes: EXTRACT_HEAD_RUNES };
    const rows = await toldSlice(db, base.sessionId, range, EXTRACT_ROWS);
    for (const row of rows) extract.add({ ...row, text: maskSecrets(row.text) });
    const last = rows.at(-1);
    if (!last || rows.length < EXTRACT_ROWS) break;
    seq = last.seq + 1;
  }
  const fallback = summariser ? ("backlog" as const) : null;
  return { summary: extract.result(), method: "extractive" as const, model: null, usage: null, fallback };
}
