import { foldMapped } from "./fold";
import { findPhrase } from "./phrase";
import { readable } from "./readable";
import { tokensOf } from "./tokens";

export type Mark = { start: number; end: number; term: string; weight: number };
/** What is looked for: terms with how much they say, and phrases. */
export type Wanted = { weights: ReadonlyMap<string, number>; phrases: readonly string[] };

/** How long a snippet is, and how much of it stands before what was found. */
const LENGTH = 240;
const BEFORE = 50;
const PHRASE_WEIGHT = 100;
const MOST_MARKS = 2_000;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** The passage of `source` that says most of what is looked for, as HTML: escaped, with `<mark>` around whole graphemes. */
export function snippetOf(source: string, wanted: Wanted): string {
  const plain = readable(source);
  const found = marksIn(plain, wanted);
  // What was looked for may stand in an address that a reader does not see.
  const inMarkup = found.length === 0 && plain !== source ? marksIn(source, wanted) : [];
  const [text, marks] = inMarkup.length > 0 ? [source, inMarkup] : [plain, found];
  const [from, to] = bestWindow(text, marks);
  let html = from > 0 ? "…" : "";
  let marked = false;
  let at = 0;
  // A little more on both sides, so that a grapheme at an edge is seen whole.
  const first = Math.max(0, from - 16);
  for (const { segment, index } of graphemesOf(text.slice(first, to + 16))) {
    const start = first + index;
    const end = start + segment.length;
    if (start < from) continue;
    if (end > to) break;
    while (at < marks.length && (marks[at]?.end ?? 0) <= start) at++;
    const mark = marks[at];
    const inMark = mark !== undefined && mark.start < end && mark.end > start;
    if (inMark !== marked) html += inMark ? "<mark>" : "</mark>";
    marked = inMark;
    html += /\s/u.test(segment) ? " " : escapeHtml(segment);
  }
  if (marked) html += "</mark>";
  return (to < text.length ? `${html}…` : html).replace(/ {2,}/g, " ");
}

/** Characters of plain ASCII are graphemes, but for a line's end of two; asking costs a hundred times as much. */
function graphemesOf(text: string): Iterable<{ segment: string; index: number }> {
  if (/[^\0-\x7f]/.test(text)) return graphemes.segment(text);
  return Array.from(text, (segment, index) => ({ segment, index }));
}

/** Where what is looked for stands in the text, in its order, overlapping ones joined. */
export function marksIn(text: string, { weights, phrases }: Wanted): Mark[] {
  const { folded, origin: place } = foldMapped(text);
  const marks: Mark[] = [];
  for (const phrase of phrases) {
    const found = findPhrase(folded, phrase);
    if (found)
      marks.push({ start: place(found.start), end: place(found.end), term: `"${phrase}`, weight: PHRASE_WEIGHT });
  }
  for (const { term, start, end } of tokensOf(folded)) {
    const weight = weights.get(term);
    if (weight !== undefined && marks.length < MOST_MARKS)
      marks.push({ start: place(start), end: place(end), term, weight });
  }
  return marks.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The stretch whose marks weigh most, each term counted once; the beginning where there is none. */
function bestWindow(text: string, marks: readonly Mark[]): [number, number] {
  if (text.length <= LENGTH) return [0, text.length];
  let bestAt = marks[0]?.start ?? 0;
  let most = 0;
  for (const [i, first] of marks.entries()) {
    const terms = new Map<string, number>();
    for (let j = i; j < marks.length; j++) {
      const mark = marks[j];
      if (!mark || mark.end > first.start + LENGTH - BEFORE) break;
      terms.set(mark.term, mark.weight);
    }
    const sum = [...terms.values()].reduce((a, b) => a + b, 0);
    if (sum > most) [most, bestAt] = [sum, first.start];
  }
  const wanted = Math.max(0, Math.min(bestAt - BEFORE, text.length - LENGTH));
  const blank = wanted === 0 ? -1 : text.slice(wanted, Math.min(bestAt, wanted + 24)).search(/\s/u);
  const from = blank < 0 ? wanted : wanted + blank + 1;
  return [graphemeStart(text, from), Math.min(text.length, from + LENGTH)];
}

function graphemeStart(text: string, at: number): number {
  if (at === 0) return 0;
  const first = Math.max(0, at - 16);
  return first + (graphemes.segment(text.slice(first, at + 16)).containing(at - first)?.index ?? at - first);
}
