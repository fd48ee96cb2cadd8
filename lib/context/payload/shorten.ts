import { countRunes, MESSAGE_OVERHEAD_RUNES, partRunes, payloadRunes, sentParts } from "@/lib/context/size/measure";
import type { MessageParts } from "@/lib/db/schema/chat";
import { fileOf, unseenImage } from "@/lib/files/part";
import { cutGraphemes, headAndTail } from "@/lib/text";

type Part = MessageParts[number];

/**
 * The height at which sizes are cut off so that together they fill `room` and no more: small ones stay whole, the
 * largest give way first. Infinite where all fit as they are.
 */
export function commonCap(sizes: readonly number[], room: number): number {
  let left = room;
  const ascending = [...sizes].sort((a, b) => a - b);
  for (const [i, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - i));
    if (size > share) return Math.max(0, share);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * The parts of a message as the model is given them where the whole does not fit: payload runes at most `maxRunes`.
 * The row stays whole, and the note of what is left out says where; with `canRead` also by which tool. A tool call stays
 * with its result, and what came first and last is kept before what lies between.
 */
export function shortenParts(
  parts: MessageParts,
  maxRunes: number,
  seq: number,
  { canRead = false }: { canRead?: boolean } = {},
): MessageParts {
  if (payloadRunes(parts) <= maxRunes) return parts;
  const byTool = canRead ? `, conversation_get with seq ${seq} reads it` : "";
  const whereWhole = `message ${seq} of this conversation has the whole${byTool}`;
  const room = maxRunes - MESSAGE_OVERHEAD_RUNES;
  const sent = sentParts(parts);
  const cap = commonCap(sent.map(partRunes), room);
  const shortened = sent.map((part) => shortenPart(part, cap, whereWhole));
  if (payloadRunes(shortened) <= maxRunes) return shortened;
  // So many that their calls alone are too long: fewer of them, each with something of its result.
  const legible = sent.map((part) => shortenPart(part, Math.max(cap, Math.floor(room / 6)), whereWhole));
  return endsOf(legible, room, whereWhole);
}

function shortenPart(part: Part, maxRunes: number, whereWhole: string): Part {
  if (partRunes(part) <= maxRunes) return part;
  if (part.type === "text") return { ...part, text: headAndTail(part.text, maxRunes, whereWhole) };
  const file = fileOf(part);
  if (part.type === "file" && file) {
    if (file.kind === "image") return { type: "text", text: cutGraphemes(unseenImage(file.name), maxRunes) };
    const frame = partRunes(part) - countRunes(file.text);
    const text = headAndTail(file.text, Math.max(0, maxRunes - frame), whereWhole);
    return { ...part, providerMetadata: { cadau: { ...file, text } } };
  }
  if (!("toolCallId" in part) || part.state !== "output-available") return part;
  const output = typeof part.output === "string" ? part.output : JSON.stringify(part.output ?? null);
  // Escaped inside JSON it is longer than it is itself, by how much shows only then.
  for (let room = maxRunes; room > 0; room = Math.floor(room * 0.8) - 10) {
    const shorter = { ...part, output: headAndTail(output, room, whereWhole) };
    if (partRunes(shorter) <= maxRunes) return shorter;
  }
  return { ...part, output: "" };
}

/** The first and last parts that fit, the rest replaced by one note. */
function endsOf(parts: MessageParts, room: number, whereWhole: string): MessageParts {
  const note: Part = { type: "text", text: `[… steps left out here; ${whereWhole} …]` };
  let left = room - partRunes(note);
  if (left < 0) return [{ type: "text", text: cutGraphemes(note.text, Math.max(1, room)) }];
  const head: Part[] = [];
  const tail: Part[] = [];
  for (let i = 0, j = parts.length - 1, fromEnd = true; i <= j; fromEnd = !fromEnd) {
    const part = parts[fromEnd ? j : i] as Part;
    const runes = partRunes(part);
    if (runes > left) break;
    left -= runes;
    if (fromEnd) {
      tail.unshift(part);
      j--;
    } else {
      head.push(part);
      i++;
    }
  }
  return [...head, note, ...tail];
}
