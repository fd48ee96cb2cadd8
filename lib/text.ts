import { countRunes } from "@/lib/context/size/measure";

const REPLACEMENT = "\uFFFD";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Text that did not come through the contract (a model's, a file's) as it can be stored: NUL and lone surrogates become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", REPLACEMENT);
}

/** The same for every string, keys included, in a JSON value. */
export function storableJson<T>(value: T): T;
export function storableJson(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storableJson(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item)]));
}

/**
 * The beginning of `text`, at most `maxRunes` code points and never a part of a grapheme. Costs O(maxRunes), however
 * long the text is. Only a first grapheme that is by itself longer than the bound is cut, at a code point.
 */
export function cutGraphemes(text: string, maxRunes: number): string {
  // Two code units a rune at most; the slack shows where the last grapheme that fits really ends.
  const head = text.slice(0, maxRunes * 2 + 64);
  if (head.length === text.length && countRunes(text) <= maxRunes) return text;
  let runes = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(head)) {
    runes += countRunes(segment);
    if (runes > maxRunes) break;
    end = index + segment.length;
  }
  return end > 0 ? head.slice(0, end) : Array.from(head).slice(0, maxRunes).join("");
}

/** The end of `text`, at most `maxRunes` code points and never a part of a grapheme. */
export function lastGraphemes(text: string, maxRunes: number): string {
  const from = Math.max(0, text.length - maxRunes * 2 - 64);
  const tail = text.slice(from);
  const starts = Array.from(graphemes.segment(tail), ({ index }) => index);
  // What stands first may be the rest of a grapheme that begins before.
  if (from > 0) starts.shift();
  let runes = 0;
  let begin = tail.length;
  for (const start of starts.reverse()) {
    runes += countRunes(tail.slice(start, begin));
    if (runes > maxRunes) break;
    begin = start;
  }
  return tail.slice(begin);
}

/**
 * At most `maxRunes` of a text: all of it, or its beginning and its end with a note of how much is left out, and of
 * where the whole is.
 */
export function headAndTail(text: string, maxRunes: number, whereWhole = ""): string {
  const runes = countRunes(text);
  if (runes <= maxRunes) return text;
  const aside = whereWhole === "" ? "" : `; ${whereWhole}`;
  const note = `\n[… about ${runes - maxRunes} characters left out here${aside} …]\n`;
  const room = maxRunes - countRunes(note);
  if (room < 8) return cutGraphemes(text, maxRunes);
  const head = cutGraphemes(text, Math.ceil((room * 2) / 3));
  return head + note + lastGraphemes(text, room - countRunes(head));
}
