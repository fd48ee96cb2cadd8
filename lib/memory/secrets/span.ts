/** Where a secret stands in a text. */
export type Span = { start: number; end: number };

export type Rule = {
  /** Global, with indices. Its group `secret`, where it has one, is what is hidden; else all of it. */
  pattern: RegExp;
  holds?: (secret: string, rest: string) => boolean;
};

/** How much of what follows a match `holds` is shown. */
const REST = 24;

export function* spansOf(text: string, { pattern, holds }: Rule): Generator<Span> {
  for (const match of text.matchAll(pattern)) {
    const [start, end] = match.indices?.groups?.["secret"] ?? [match.index, match.index + match[0].length];
    if (holds && !holds(text.slice(start, end), text.slice(end, end + REST))) continue;
    yield { start, end };
  }
}
