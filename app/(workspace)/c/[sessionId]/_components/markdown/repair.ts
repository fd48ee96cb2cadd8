// Completes the end of a text that is still being written, so that it does not jump between two looks with each
// character: marks that are opened are closed, and what cannot be told yet is held back a moment.

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The last block of a growing text, so completed that it looks as it most likely will in the end. */
export function repairTail(tail: string): string {
  const lines = tail.split("\n");
  if (isFenceOpen(lines)) return tail;
  const kept = withoutUndecided(lines);
  if (kept === "" || isTableSoFar(kept)) return kept;
  return closeMarks(kept);
}

function isFenceOpen(lines: readonly string[]): boolean {
  let open: string | null = null;
  for (const line of lines) {
    const fence = FENCE.exec(line)?.[1];
    if (!fence) continue;
    if (open === null) open = fence;
    else if (fence.startsWith(open)) open = null;
  }
  return open !== null;
}

/** A last line that may still become anything: a rule, an underline, a list, a fence, a table's second line. */
function withoutUndecided(lines: readonly string[]): string {
  const last = lines.at(-1) ?? "";
  const before = lines.slice(0, -1).join("\n");
  if (/^\s{0,3}(?:[-=]+|[*_+]{1,3}|#{1,6}|`{1,2}|~{1,2}|\d{1,9}[.)]?|>|\|[\s:|-]*)\s*$/.test(last)) {
    const previous = lines.at(-2) ?? "";
    // The row of dashes below a table's head: without it the head would be a paragraph for a moment.
    if (/^\s*\|/.test(last) && /^\s*\|.*\|\s*$/.test(previous)) return lines.slice(0, -2).join("\n");
    return before;
  }
  // A table's head, alone so far.
  if (/^\s*\|/.test(last) && !before.includes("|")) return before;
  return lines.join("\n");
}

const isTableSoFar = (text: string): boolean => /^\s*\|.*\|\s*\n\s*\|?[\s:-]+\|/m.test(text);

/** Closes emphasis, code, strikethrough and formulas that are open at the end of the last paragraph. */
function closeMarks(text: string): string {
  const start = text.lastIndexOf("\n\n") + 1;
  const head = text.slice(0, start);
  let paragraph = text.slice(start);

  const code = openRun(paragraph, /`+/g);
  if (code) return `${head}${paragraph.trimEnd()}${code.mark}`;

  // A link or an image whose address is still being written shows its words only.
  paragraph = paragraph.replace(/!\[[^\]]*(?:\]\([^)\s]*)?$/, "").replace(/\[([^\]]*)\]\([^)]*$/, "$1");
  paragraph = paragraph.replace(/(?<![\w\]])\[([^\]\n]*)$/, "$1");

  const bare = paragraph.replace(/`+[^`]*`+/g, (code) => " ".repeat(code.length));
  const open: string[] = [];
  for (const { 0: mark, index } of bare.matchAll(/\*{1,3}|~~|(?<!\w)_{1,2}(?=\S)|(?<=\S)_{1,2}(?!\w)|\${1,2}/g)) {
    const after = bare[index + mark.length];
    const top = open.at(-1);
    if (top === mark) open.pop();
    else if (top?.startsWith("$")) continue;
    else if (after !== undefined && /\s/.test(after)) continue;
    else open.push(mark);
  }
  // A mark with nothing after it yet would be shown as itself.
  const trailing = /(?:\*{1,3}|~{1,2}|_{1,2}|\${1,2})$/.exec(paragraph)?.[0];
  if (trailing !== undefined && open.at(-1) === trailing) {
    open.pop();
    paragraph = paragraph.slice(0, -trailing.length);
  }
  // One dollar is a price more often than a formula: only a formula's own signs tell.
  const closing = open
    .filter((mark) => mark !== "$")
    .reverse()
    .join("");
  return closing === "" ? `${head}${paragraph}` : `${head}${paragraph.trimEnd()}${closing}`;
}

/** The last mark of the pattern that has no partner of the same length. */
function openRun(text: string, pattern: RegExp): { mark: string } | null {
  let open: string | null = null;
  for (const [mark] of text.matchAll(pattern)) {
    if (open === null) open = mark;
    else if (open === mark) open = null;
  }
  return open === null ? null : { mark: open };
}
