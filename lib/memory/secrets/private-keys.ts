import type { Span } from "./span";

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/** The longest block that is looked for as a whole: an RSA key of 16,384 bits has 13,000. */
const LONGEST = 20_000;
/** What a key goes on with where its end is missing: lines of base64, also with their line ends written as \n, and headers. */
const KEY_LINES =
  /(?:(?:\s|\\[nr]){0,8}(?:[A-Za-z0-9+/=]{16,}|(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n]{0,200}))*(?:(?:\s|\\[nr]){0,8}[A-Za-z0-9+/]{0,80}={1,2})?/y;

/** Private key blocks, whole, from their first line to their last. */
export function* privateKeys(text: string): Generator<Span> {
  const ends = text.includes("-----BEGIN ")
    ? Array.from(text.matchAll(END), ({ index, 0: line }) => ({ index, end: index + line.length }))
    : [];
  let next = 0;
  let covered = 0;
  for (const { index, 0: line } of text.matchAll(BEGIN)) {
    if (index < covered) continue;
    const body = index + line.length;
    while (next < ends.length && (ends[next]?.index ?? 0) < body) next++;
    const end = ends[next];
    if (end && end.index - body <= LONGEST) covered = end.end;
    else {
      KEY_LINES.lastIndex = body;
      covered = body + (KEY_LINES.exec(text)?.[0].length ?? 0);
    }
    yield { start: index, end: covered };
  }
}
