import type { UIMessageChunk } from "ai";
import type { MessageParts } from "@/lib/db/schema/chat";

// A run's stream is numbered by position, not by chunk: a delta is as long as its text, every other chunk is 1. So
// deltas can be merged and cut anywhere, and a follower that says what it has gets exactly the rest.

type Delta = Extract<UIMessageChunk, { type: "text-delta" | "reasoning-delta" | "tool-input-delta" }>;

/** A chunk, and the position just after it. */
export type LogEntry = { n: number; chunk: UIMessageChunk };

const isDelta = (chunk: UIMessageChunk): chunk is Delta =>
  chunk.type === "text-delta" || chunk.type === "reasoning-delta" || chunk.type === "tool-input-delta";

const textOfDelta = (chunk: Delta) => (chunk.type === "tool-input-delta" ? chunk.inputTextDelta : chunk.delta);

const withText = (chunk: Delta, text: string): Delta =>
  chunk.type === "tool-input-delta" ? { ...chunk, inputTextDelta: text } : { ...chunk, delta: text };

/** By how much a chunk moves the position. */
export function widthOf(chunk: UIMessageChunk): number {
  return isDelta(chunk) ? Math.max(1, textOfDelta(chunk).length) : 1;
}

export function widthOfAll(chunks: readonly UIMessageChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + widthOf(chunk), 0);
}

/** Whether `next` only goes on with the text of `delta`. */
function continues(delta: Delta, next: UIMessageChunk): next is Delta {
  if (next.type === "tool-input-delta") return delta.type === next.type && delta.toolCallId === next.toolCallId;
  return isDelta(next) && delta.type === next.type && delta.id === next.id;
}

/** The same stream with adjacent deltas joined, no piece longer than `maxPiece` unless it came so. */
export function mergeEntries(entries: readonly LogEntry[], maxPiece: number): LogEntry[] {
  const merged: LogEntry[] = [];
  for (let i = 0; i < entries.length; ) {
    const first = entries[i++] as LogEntry;
    if (!isDelta(first.chunk)) {
      merged.push(first);
      continue;
    }
    const texts = [textOfDelta(first.chunk)];
    let { n } = first;
    let width = widthOf(first.chunk);
    for (; i < entries.length; i++) {
      const next = entries[i] as LogEntry;
      width += widthOf(next.chunk);
      if (width > maxPiece || !continues(first.chunk, next.chunk)) break;
      texts.push(textOfDelta(next.chunk));
      n = next.n;
    }
    merged.push(texts.length === 1 ? first : { n, chunk: withText(first.chunk, texts.join("")) });
  }
  return merged;
}

/** What of the entry lies after `position`. */
export function entryAfter(entry: LogEntry, position: number): LogEntry {
  const start = entry.n - widthOf(entry.chunk);
  if (position <= start || !isDelta(entry.chunk)) return entry;
  return { n: entry.n, chunk: withText(entry.chunk, textOfDelta(entry.chunk).slice(position - start)) };
}

/** The chunks with their positions, the first of them beginning at `start`. */
export function numbered(chunks: readonly UIMessageChunk[], start: number): LogEntry[] {
  let n = start;
  return chunks.map((chunk) => {
    n += widthOf(chunk);
    return { n, chunk };
  });
}

/** The entries after `position`. */
export function entriesAfter(entries: readonly LogEntry[], position: number): LogEntry[] {
  return entries.filter((entry) => entry.n > position).map((entry) => entryAfter(entry, position));
}

/**
 * The stream that makes these parts. For a message of text and reasoning it is, position by position, the one that
 * the run sent (after its `start`), so that a follower can go on in it where the run's own stream is gone.
 */
export function chunksOf(parts: MessageParts, maxPiece: number): { chunks: UIMessageChunk[]; asSent: boolean } {
  const chunks: UIMessageChunk[] = [];
  let asSent = true;
  for (const [i, part] of parts.entries()) {
    if (part.type === "text" || part.type === "reasoning") {
      const id = String(i + 1);
      chunks.push({ type: `${part.type}-start`, id });
      for (let at = 0; at < part.text.length; at += maxPiece) {
        chunks.push({ type: `${part.type}-delta`, id, delta: part.text.slice(at, at + maxPiece) });
      }
      chunks.push({ type: `${part.type}-end`, id });
    } else {
      asSent = false;
      chunks.push(...chunksOfPart(part));
    }
  }
  return { chunks, asSent };
}

function chunksOfPart(part: MessageParts[number]): UIMessageChunk[] {
  if (part.type === "step-start") return [{ type: "start-step" }];
  if (!("toolCallId" in part)) return part.type === "text" || part.type === "reasoning" ? [] : [part];
  const { toolCallId } = part;
  const dynamic = part.type === "dynamic-tool";
  const toolName = dynamic ? part.toolName : part.type.slice("tool-".length);
  const call = {
    toolCallId,
    toolName,
    ...(dynamic && { dynamic }),
    ...(part.title !== undefined && { title: part.title }),
  };
  const called: UIMessageChunk[] = [{ type: "tool-input-available", ...call, input: part.input ?? null }];
  switch (part.state) {
    case "input-streaming":
      return [{ type: "tool-input-start", ...call }];
    case "output-available":
      return [...called, { type: "tool-output-available", toolCallId, output: part.output }];
    case "output-error":
      return [...called, { type: "tool-output-error", toolCallId, errorText: part.errorText }];
    case "output-denied":
      return [...called, { type: "tool-output-denied", toolCallId }];
    default:
      return called;
  }
}
