import { countRunes } from "@/lib/context/size/measure";

/** What begins an item, a heading or a quotation in Markdown: to make a list of sentences is not to write them. */
const MARKER = /^(?:(?:[-*+•]|#{1,6}|>|\d{1,3}[.)])\s+)+/;

/** Of the summary's cap, what kept lines may fill: with more of them nothing new would come into any later summary. */
const KEPT_SHARE = 0.5;

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
const wordsOf = (line: string) => line.replace(MARKER, "").replace(/\s+/g, " ");

/**
 * The lines of a summary that a person answers for, once they have edited it: those that they added or changed, and
 * of those from earlier edits the ones that they left in; as many as half the cap holds, the first ones first. Merges
 * keep these word by word.
 */
export function keptLines(before: string, after: string, keptBefore: readonly string[], capRunes: number): string[] {
  const known = new Set(linesOf(before).map(wordsOf));
  const kept = new Set(keptBefore.map(wordsOf));
  const theirs = new Map<string, string>();
  for (const line of linesOf(after)) {
    const words = wordsOf(line);
    if (words === "" || theirs.has(words) || (known.has(words) && !kept.has(words))) continue;
    theirs.set(words, line);
  }
  return keptWithin([...theirs.values()], capRunes);
}

/**
 * Of kept lines those that a merge under this cap puts in. It may be a smaller one than that under which they were
 * written, for a model with a smaller window; they are all remembered for when there is room again.
 */
export function keptWithin(lines: readonly string[], capRunes: number): string[] {
  let room = capRunes * KEPT_SHARE;
  return lines.filter((line) => {
    const runes = countRunes(line) + 1;
    if (runes > room) return false;
    room -= runes;
    return true;
  });
}
