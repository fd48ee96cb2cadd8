import type { MessageParts } from "@/lib/db/schema/chat";
import { fileBlock, fileOf } from "@/lib/files/part";

/** Runes that a provider's framing of a message costs beyond its content. */
export const MESSAGE_OVERHEAD_RUNES = 12;

/** Unicode code points. */
export function countRunes(text: string): number {
  let runes = 0;
  for (let i = 0; i < text.length; i++) {
    runes++;
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
  }
  return runes;
}

/** Plain-text projection of a message's parts: what people read, without reasoning and tools, files by their names. */
export function textOf(parts: MessageParts): string {
  const names = parts.flatMap((part) => {
    const file = fileOf(part);
    return file ? [fileLine(file)] : [];
  });
  return [...spokenTexts(parts), ...names].join("\n\n");
}

/** What the person wrote, without the files beside it. */
export const spokenText = (parts: MessageParts): string => spokenTexts(parts).join("\n\n");

const spokenTexts = (parts: MessageParts): string[] =>
  parts.flatMap((part) => (part.type === "text" ? [part.text] : []));

/** A file in one line of text. */
export const fileLine = ({ kind, name }: { kind: string; name: string }): string =>
  `[${kind === "image" ? "image" : "file"}: ${name}]`;

type Part = MessageParts[number];

/** Whether a part has a place in a payload. Reasoning has none; a text of blanks is refused by some providers; a call without its result by all. */
export function isSent(part: Part): boolean {
  if (part.type === "text") return /\S/.test(part.text);
  if (part.type === "file") return fileOf(part) !== null;
  if (!("toolCallId" in part)) return false;
  return part.state === "output-available" || part.state === "output-error" || part.state === "output-denied";
}

/**
 * What a file counts, whatever its size in bytes: providers count an image by its area after they have scaled it down. Of
 * an image whose area is not known that is at most 1,445 tokens at OpenAI (eight tiles at high detail), and about 1,600
 * at Anthropic; a token is 2.5 runes in the usual writing.
 */
export const FILE_RUNES = 4_000;

/** What a part that is sent adds to a payload. Tool calls and results count as the JSON that is sent, files by their number. */
export function partRunes(part: Part): number {
  if (part.type !== "file") return countRunes(partText(part));
  const file = fileOf(part);
  if (!file || file.kind === "image") return file?.runes || FILE_RUNES;
  return countRunes(fileBlock(file));
}

const isCheckpoint = (part: Part) => part.type === "data-checkpoint";

/** What stands before the notes on condensed steps of an earlier answer. */
const NOTES_BEFORE = "[Notes on the steps that led to this answer, in the place of their tool calls]";

/** The parts of a message that have a place in a payload. */
export const sentParts = (parts: MessageParts): MessageParts => standingParts(parts).filter(isSent);

/**
 * The parts of a message as payloads know it: where steps of an answer were condensed, the notes on them stand for them.
 * The message itself keeps all.
 */
export function standingParts(parts: MessageParts): MessageParts {
  const checkpoint = parts.findLast(isCheckpoint);
  const notes = checkpoint && notesOf(checkpoint);
  if (!notes) return parts;
  let step = 1;
  const later = parts.filter((part) => {
    if (part.type === "step-start") step++;
    return step > notes.toStep;
  });
  return [{ type: "text", text: `${NOTES_BEFORE}\n${notes.text}` }, ...later];
}

function notesOf(part: Part): { text: string; toStep: number } | null {
  if (!("data" in part) || typeof part.data !== "object" || part.data === null) return null;
  const { summary, to_step }: { summary?: unknown; to_step?: unknown } = part.data;
  return typeof summary === "string" && typeof to_step === "number" ? { text: summary, toStep: to_step } : null;
}

/** What a message with these parts adds to a payload: 0 when nothing of it is sent. */
export function payloadRunes(parts: MessageParts): number {
  let runes = 0;
  for (const part of sentParts(parts)) runes += partRunes(part);
  return runes > 0 ? runes + MESSAGE_OVERHEAD_RUNES : 0;
}

/** The text of it that costs tokens. */
export function payloadText(parts: MessageParts): string {
  return sentParts(parts).map(partText).join("\n");
}

/** Tokens of the images among the parts, which no text stands for. */
export function imageTokens(parts: MessageParts): number {
  return parts.reduce((sum, part) => sum + (fileOf(part)?.tokens ?? 0), 0);
}

/** The text of a part that is sent. An image has none: what stands in its address may be megabytes, and is not read as text. */
export function partText(part: Part): string {
  if (part.type === "file") {
    const file = fileOf(part);
    return file && file.kind !== "image" ? fileBlock(file) : "";
  }
  return part.type === "text" ? part.text : JSON.stringify(part);
}
