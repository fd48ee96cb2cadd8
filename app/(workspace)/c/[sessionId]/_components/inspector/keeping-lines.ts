const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * A summary is often a line a fact. Markdown would run the lines of a paragraph together, and take a line that follows a
 * list for more of its last item.
 */
export function keepingLines(text: string): string {
  let inList = false;
  let inCode = false;
  let kept = "";
  let before = "";
  for (const [index, line] of text.split("\n").entries()) {
    const outside: boolean = inList && !inCode && /^\S/.test(line) && !ITEM.test(line);
    if (index > 0) kept += between(before, line, inCode, outside);
    kept += line;
    before = line;
    if (inCode) inCode = !FENCE.test(line);
    else {
      inList = !outside && (inList || ITEM.test(line));
      inCode = FENCE.test(line);
    }
  }
  return kept;
}

function between(before: string, line: string, inCode: boolean, outside: boolean): string {
  if (inCode || before.trim() === "") return "\n";
  if (outside) return "\n\n";
  return /\S$/.test(before) && /^\S/.test(line) ? "  \n" : "\n";
}
