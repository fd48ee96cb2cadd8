import traditionalToSimplified from "opencc-js/dict/TSCharacters";

/** What is not plain ASCII, as far as it must be looked at together: a character with its marks, a half-width kana with its sound mark. */
const CLUSTER = /[\uff66-\uff9d][\uff9e\uff9f]|[^\0-\x7f]\p{M}*|[\0-\x7f]\p{M}+/gu;
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}]/u;
const MOST_REMEMBERED = 20_000;

const simplified = new Map<string, string>();
for (const pair of traditionalToSimplified.split("|")) {
  const [from, to] = pair.split(" ");
  if (from && to) simplified.set(from, to);
}

const remembered = new Map<string, string>();

function foldCluster(cluster: string): string {
  const known = remembered.get(cluster);
  if (known !== undefined) return known;
  let folded = "";
  for (const character of cluster.normalize("NFKC")) {
    if (/[\ufe0e\ufe0f]/.test(character)) continue;
    const plain = ACCENTED.test(character) ? character.normalize("NFD").replace(/\p{M}/gu, "") : character;
    folded += simplified.get(plain) ?? plain;
  }
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(cluster, folded);
  return folded;
}

/**
 * The text with what makes no difference to a search taken away: forms of width and composition (NFKC), accents,
 * traditional characters. The case stays, for `fooBar` is two words.
 */
export function fold(text: string): string {
  return text.replace(CLUSTER, foldCluster);
}

/** The same, with where each code unit of it came from: `starts[i]` in the text, one more entry at the end. */
export function foldMapped(text: string): { folded: string; starts: Int32Array } {
  const starts: number[] = [];
  let folded = "";
  let at = 0;
  const copyTo = (end: number) => {
    for (let i = at; i < end; i++) starts.push(i);
    folded += text.slice(at, end);
    at = end;
  };
  for (const match of text.matchAll(CLUSTER)) {
    copyTo(match.index);
    const piece = foldCluster(match[0]);
    for (let i = 0; i < piece.length; i++) starts.push(match.index);
    folded += piece;
    at = match.index + match[0].length;
  }
  copyTo(text.length);
  starts.push(text.length);
  return { folded, starts: Int32Array.from(starts) };
}
