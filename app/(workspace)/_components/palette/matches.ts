/**
 * Whether all that was typed stands in the words: each at the beginning of one of them, or, where nothing sets words
 * apart, anywhere.
 */
export function matches(words: string, typed: string): boolean {
  const text = folded(words);
  return folded(typed)
    .split(/\s+/u)
    .filter((word) => word !== "")
    .every((word) => (UNSPACED.test(word) ? text.includes(word) : ` ${text}`.includes(` ${word}`)));
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
