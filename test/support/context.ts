import { expect } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import type { MessageRow } from "@/lib/db/schema/chat";
import type { MergeRequest, SummaryReplyInput } from "@/test/scripted-provider/summariser";
import { type ContextReading, readContext } from "./context-reading";

// What the context of a conversation promises, for tests that try to break it. Messages are told apart by their marks,
// such as [17]: digits alone, so that a summary of nothing but marks is in no language.

export const markOf = (n: number) => `[${n}]`;
export const marksIn = (text: string): string[] => [...text.matchAll(/\[\d+\]/g)].map(([mark]) => mark);

/** A summariser that names exactly what it covers: every mark of the old summary and of the messages. */
export function marksSummary({ old_summary, messages }: MergeRequest): SummaryReplyInput {
  return marksIn([old_summary, ...messages.map(({ text }) => text)].join(" ")).join(" ") || "0: nothing was said yet.";
}

/**
 * Everything that a context promises at rest, read straight from the tables: each message is verbatim or covered, never
 * both and never neither; the sums are right; the anchor is a message; the summary is of messages that stand; and the
 * payload is the summary and the verbatim messages, within its limit.
 */
export async function expectSoundContext(sessionId: string): Promise<ContextReading> {
  const reading = await readContext(sessionId);
  expectSound(reading);
  return reading;
}

export function expectSound(reading: ContextReading): void {
  expectSums(reading);
  expectAnchor(reading);
  expectHead(reading);
  expectPayload(reading);
}

function expectSums({ rows, state }: ContextReading): void {
  let before = 0;
  for (const [i, row] of rows.entries()) {
    expect([row.seq, row.runesBefore]).toEqual([i + 1, before]);
    before += row.runes;
  }
  expect([state.lastSeq, state.totalRunes]).toEqual([rows.length, before]);
  const covered = rows.filter((row) => row.seq < state.anchorSeq);
  expect(covered.reduce((sum, row) => sum + row.runes, 0)).toBe(state.coveredRunes);
}

function expectAnchor({ rows, state: { anchorSeq }, anchorId }: ContextReading): void {
  const anchor = rows[anchorSeq - 1];
  // After the newest message there is none yet: the next one will be it.
  if (!anchor) expect(anchorSeq).toBe(rows.length + 1);
  expect(anchorId).toBe(anchor?.id ?? null);
}

function expectHead({ rows, state, rolls }: ContextReading): void {
  if (state.version === 0) {
    expect([state.anchorSeq, state.summary, state.summaryRunes, state.coveredRunes]).toEqual([1, "", 0, 0]);
    return;
  }
  const known = new Map(rolls.map((roll) => [roll.version, roll]));
  const head = known.get(state.version);
  expect(head).toMatchObject({
    ...{ toSeq: state.anchorSeq - 1, toMessageId: rows[state.anchorSeq - 2]?.id, coveredRunes: state.coveredRunes },
    ...{ summary: state.summary, summaryRunes: countRunes(state.summary) },
  });
  // Back to nothing: each version begins where the one that it was made from ended, or covers the same.
  for (let roll = head; roll; roll = known.get(roll.baseVersion)) {
    expect(rows[roll.toSeq - 1]?.id).toBe(roll.toMessageId);
    if (roll.method === "user") continue;
    const base = known.get(roll.baseVersion);
    expect(roll.baseVersion === 0 || base).toBeTruthy();
    expect(roll.fromSeq).toBe((base?.toSeq ?? 0) + 1);
  }
  const standing = new Set(rows.slice(0, state.anchorSeq - 1).flatMap((row) => marksIn(row.text)));
  for (const mark of marksIn(state.summary)) expect(standing, `${mark} in the summary`).toContain(mark);
}

/** The marks that a payload of that context has to show word by word. */
export const verbatimMarks = (rows: readonly MessageRow[], anchorSeq: number): string[] =>
  rows.filter((row) => row.seq >= anchorSeq && row.runes > 0).flatMap((row) => marksIn(row.text));

export const coveredMarks = (rows: readonly MessageRow[], anchorSeq: number): string[] =>
  rows.filter((row) => row.seq < anchorSeq && row.runes > 0).flatMap((row) => marksIn(row.text));

function expectPayload({ rows, state, payload, limitRunes }: ContextReading): void {
  expect(payload.usedRunes).toBeLessThanOrEqual(limitRunes);
  const { instructions, messages } = payload;
  expect(runesOfTexts([...instructions, ...messages])).toBeLessThanOrEqual(limitRunes);
  expect(marksIn(JSON.stringify(messages))).toEqual(verbatimMarks(rows, state.anchorSeq));
}

type Texts = readonly { role: string; content?: unknown; tool_calls?: unknown }[];

/** Runes of all content of a request's messages, what only frames it left out. */
export function runesOfTexts(messages: Texts): number {
  const contentRunes = (content: unknown): number => {
    if (typeof content === "string") return countRunes(content);
    if (Array.isArray(content)) return content.reduce((sum: number, part) => sum + contentRunes(part), 0);
    if (content === null || typeof content !== "object") return 0;
    const { text, input, output, toolName } = content as Record<string, unknown>;
    if (typeof text === "string") return countRunes(text);
    return [input, output, toolName].reduce(
      (sum: number, value) => sum + (value === undefined ? 0 : countRunes(JSON.stringify(value))),
      0,
    );
  };
  return messages.reduce(
    (sum, { content, tool_calls }) =>
      sum + contentRunes(content) + (tool_calls === undefined ? 0 : countRunes(JSON.stringify(tool_calls))),
    0,
  );
}

type WireMessage = { role: string; content?: unknown; tool_calls?: { id: string }[]; tool_call_id?: string };
export const wireMessages = (body: unknown) => (body as { messages: WireMessage[] }).messages;

/** Each tool call has its result next, and no result is without its call. */
export function expectPaired(messages: readonly WireMessage[]): void {
  for (const [i, message] of messages.entries()) {
    const calls = message.tool_calls ?? [];
    const next = messages.slice(i + 1, i + 1 + calls.length);
    expect(next.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual(calls.map(({ id }) => ["tool", id]));
    if (message.role !== "tool") continue;
    const caller = messages.slice(0, i).findLast(({ role }) => role !== "tool");
    expect(caller?.tool_calls?.map(({ id }) => id)).toContain(message.tool_call_id);
  }
}
