import { fold } from "./fold";

const SPACED =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{N}]/u;
const MOST_REMEMBERED = 50;
const patterns = new Map<string, RegExp>();

/** A phrase as a pattern over folded text: its words whole, with any blanks and marks between them, in any case. */
function patternOf(phrase: string): RegExp {
  const known = patterns.get(phrase);
  if (known) return known;
  const words = fold(phrase).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const first = words[0] ?? "";
  const last = words.at(-1) ?? "";
  // Only words that blanks set apart begin and end somewhere.
  const begin = SPACED.test(first.slice(0, 1)) ? String.raw`(?<![\p{L}\p{N}])` : "";
  const end = SPACED.test(last.slice(-1)) ? String.raw`(?![\p{L}\p{N}])` : "";
  const pattern = new RegExp(`${begin}${words.join(String.raw`[^\p{L}\p{N}]{1,8}`)}${end}`, "iu");
  if (patterns.size >= MOST_REMEMBERED) patterns.clear();
  patterns.set(phrase, pattern);
  return pattern;
}

/** Where a phrase stands in a folded text. */
export function findPhrase(folded: string, phrase: string): { start: number; end: number } | undefined {
  const match = patternOf(phrase).exec(folded);
  return match && match[0] !== "" ? { start: match.index, end: match.index + match[0].length } : undefined;
}
