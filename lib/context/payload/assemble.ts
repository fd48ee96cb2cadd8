import type { ModelMessage, SystemModelMessage } from "ai";
import { config } from "@/lib/config";
import { type Bounds, weightOf } from "@/lib/context/size/limit";
import { imageTokens, payloadRunes, payloadText } from "@/lib/context/size/measure";
import { estimateTokens } from "@/lib/context/size/tokens";
import { cutToCap } from "@/lib/context/summary/merge-check";
import { summaryBlock } from "@/lib/context/summary/summary-block";
import type { Db } from "@/lib/db/client";
import { type ContextState, payloadWindow } from "@/lib/db/queries/context";
import type { MessageParts } from "@/lib/db/schema/chat";
import { shownSummaryRunes } from "./budget";
import { type Eyes, seenBy } from "./images";
import { LEAST_SHOWN_RUNES } from "./largest-message";
import { type PayloadRow, toModelMessages } from "./model-messages";
import { commonCap, shortenParts } from "./shorten";
import type { SystemPrompt } from "./system-prompt";

/** What a model is given. */
export type Payload = {
  /** The system prompt, the same bytes each time, what the agent remembers, and the summary, where there is one. */
  instructions: SystemModelMessage[];
  messages: ModelMessage[];
  usedRunes: number;
  /** What it is likely to cost, before the model's own factor. */
  estimatedTokens: number;
};

/** A message as it is shown to the model. */
export type ShownRow = PayloadRow & { seq: number; runes: number; tokens: number };

/** Which messages a payload shows, what stands before them, and whether its model sees. */
type Shown = { currentSeq: number | null; maxRows: number; prompt: SystemPrompt; eyes: Eyes };
type Shorten = (parts: MessageParts, most: number, seq: number) => MessageParts;

/**
 * The system prompt, the summary, all messages from the anchor on, and last the current message: the user's at
 * `currentSeq` (null: up to the newest, as an inspection shows it). What is verbatim but too large together is shown
 * shortened, the largest first, the current message never; so no payload is over its limit. Costs O(verbatim window).
 */
export async function assemble(db: Db, state: ContextState, shown: Shown, bounds: Bounds): Promise<Payload> {
  return payloadOf(state, shown.prompt, await shownRows(db, state, shown, bounds), bounds);
}

/** The payload with these verbatim messages. */
export async function payloadOf(
  state: ContextState,
  prompt: SystemPrompt,
  shown: readonly ShownRow[],
  bounds: Bounds,
): Promise<Payload> {
  const block = summaryBlock(cutToCap(state.summary, bounds.summaryMaxRunes));
  const texts = [prompt.instructions, prompt.memory, block];
  return {
    instructions: texts.flatMap((content) => (content === "" ? [] : [{ role: "system", content }])),
    messages: await toModelMessages(besideQuestion(shown, prompt.knowledge)),
    usedRunes: besides(state, bounds) + shown.reduce((sum, row) => sum + row.runes, 0),
    estimatedTokens: shown.reduce(
      (sum, row) => sum + row.tokens,
      estimateTokens([...texts, prompt.knowledge].join("")) + prompt.toolTokens,
    ),
  };
}

/** With what the agent knows of it before the newest question: all that stands before stays as it was, for a provider's cache. */
function besideQuestion(shown: readonly ShownRow[], knowledge: string): readonly ShownRow[] {
  const at = knowledge === "" ? -1 : shown.findLastIndex(({ role }) => role === "user");
  return shown.map((row, i) => (i === at ? { ...row, parts: [{ type: "text", text: knowledge }, ...row.parts] } : row));
}

const besides = (state: ContextState, bounds: Bounds) => bounds.fixedRunes + shownSummaryRunes(state, bounds);

/** The verbatim messages of a payload, as it shows them. */
export async function shownRows(
  db: Db,
  state: ContextState,
  { currentSeq, maxRows, prompt, eyes }: Shown,
  bounds: Bounds,
): Promise<ShownRow[]> {
  const read = await readRows(db, state.sessionId, state.anchorSeq, currentSeq ?? state.lastSeq, maxRows);
  const rows = read.map((row) => resized(row, seenBy(row.parts, eyes, bounds.runesPerToken)));
  const shorten: Shorten = (parts, most, seq) => shortenParts(parts, most, seq, prompt);
  return fitted(rows, currentSeq, bounds.limitRunes - besides(state, bounds), { bounds, shorten });
}

/** The rows from the anchor on. A roll leaves fewer than `maxRows`; only where none could be made are the oldest left out. */
async function readRows(db: Db, sessionId: string, anchorSeq: number, lastSeq: number, maxRows: number) {
  const rows = await payloadWindow(db, sessionId, anchorSeq, lastSeq, maxRows);
  return rows.map((row): ShownRow => ({ ...row, ...sized(row.parts) }));
}

const sized = (parts: MessageParts) => ({
  parts,
  runes: payloadRunes(parts),
  tokens: estimateTokens(payloadText(parts)) + imageTokens(parts),
});

const resized = (row: ShownRow, parts: MessageParts): ShownRow =>
  parts === row.parts ? row : { ...row, ...sized(parts) };

/** The rows so shortened that together they fill no more than `room`. */
function fitted(
  rows: readonly ShownRow[],
  currentSeq: number | null,
  room: number,
  { bounds, shorten }: { bounds: Bounds; shorten: Shorten },
): ShownRow[] {
  const isCurrent = (row: ShownRow) => row.seq === currentSeq;
  const weight = (row: ShownRow) => weightOf(row.runes, row.tokens, bounds);
  const current = rows.filter(isCurrent).reduce((sum, row) => sum + weight(row), 0);
  const older = legible(
    rows.filter((row) => !isCurrent(row)),
    weight,
    room - current,
  );
  const cap = commonCap(older.map(weight), room - current);
  return [...older, ...rows.filter(isCurrent)].flatMap((row) => {
    if (isCurrent(row) || weight(row) <= cap) return [row];
    const shorter = shortened(row, cap, weight, shorten);
    return shorter ? [shorter] : [];
  });
}

/**
 * The newest of the rows, as many as have room for something that can be read: of thousands nothing would be left of
 * any. Those that are never rolled are always among them.
 */
function legible(rows: readonly ShownRow[], weight: (row: ShownRow) => number, room: number): readonly ShownRow[] {
  let from = rows.length;
  let left = room;
  for (; from > 0; from--) {
    left -= Math.min(LEAST_SHOWN_RUNES, weight(rows[from - 1] as ShownRow));
    if (left < 0) break;
  }
  return rows.slice(Math.min(from, Math.max(0, rows.length - config().chat_context.min_verbatim)));
}

/** What is left of a row may be denser than the whole was: it is made shorter until it weighs no more than `cap`. */
function shortened(row: ShownRow, cap: number, weight: (row: ShownRow) => number, shorten: Shorten): ShownRow | null {
  let most = Math.floor((cap * row.runes) / weight(row));
  while (most > 0) {
    const shorter = { ...row, ...sized(shorten(row.parts, most, row.seq)) };
    if (shorter.runes === 0 || shorter.runes > most) return null;
    const weighs = weight(shorter);
    if (weighs <= cap) return shorter;
    most = Math.min(most - 1, Math.floor((most * cap) / weighs));
  }
  return null;
}
