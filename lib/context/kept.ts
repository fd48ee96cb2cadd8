const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * The lines of a summary that a person answers for, once they have edited it: those that they added or changed, and
 * of those from earlier edits the ones that they left in. Merges keep these word by word.
 */
export function keptLines(before: string, after: string, keptBefore: readonly string[]): string[] {
  const known = new Set(linesOf(before));
  const kept = new Set(keptBefore);
  return [...new Set(linesOf(after).filter((line) => !known.has(line) || kept.has(line)))];
}
