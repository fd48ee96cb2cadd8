/** Systems of writing that are told apart. Japanese has a group with Chinese for its Han characters. */
const GROUPS = [
  ["latin", /\p{Script=Latin}/u],
  ["han", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["hangul", /\p{Script=Hangul}/u],
  ["arabic", /\p{Script=Arabic}/u],
  ["hebrew", /\p{Script=Hebrew}/u],
  ["devanagari", /\p{Script=Devanagari}/u],
  ["thai", /\p{Script=Thai}/u],
  ["greek", /\p{Script=Greek}/u],
] as const;
export type Script = (typeof GROUPS)[number][0];

/** A character of these says about as much as four letters of the others. */
const DENSE: ReadonlySet<Script> = new Set(["han", "hangul"]);
const LETTERS_A_DENSE_ONE = 4;

/** How much of a text is read: enough to know its script, the same cost however long it is. */
const LONGEST_SAMPLE = 20_000;

export type ScriptShares = { /** Letters, dense ones counted four times. */ letters: number } & Record<Script, number>;

/** The share of each script in the letters of a text: its head and its tail where it is long. */
export function scriptShares(text: string): ScriptShares {
  const sample =
    text.length > LONGEST_SAMPLE ? text.slice(0, LONGEST_SAMPLE / 2) + text.slice(-LONGEST_SAMPLE / 2) : text;
  const weights: Partial<Record<Script, number>> = {};
  let letters = 0;
  for (const rune of sample) {
    const script = scriptOf(rune);
    if (!script) continue;
    const weight = DENSE.has(script) ? LETTERS_A_DENSE_ONE : 1;
    weights[script] = (weights[script] ?? 0) + weight;
    letters += weight;
  }
  const share = (script: Script) => (letters > 0 ? (weights[script] ?? 0) / letters : 0);
  return {
    letters,
    latin: share("latin"),
    han: share("han"),
    cyrillic: share("cyrillic"),
    hangul: share("hangul"),
    arabic: share("arabic"),
    hebrew: share("hebrew"),
    devanagari: share("devanagari"),
    thai: share("thai"),
    greek: share("greek"),
  };
}

function scriptOf(rune: string): Script | undefined {
  const code = rune.codePointAt(0) ?? 0;
  // The usual ones without a regular expression.
  if (code < 0x80) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? "latin" : undefined;
  if (code >= 0x4e00 && code <= 0x9fff) return "han";
  return GROUPS.find(([, pattern]) => pattern.test(rune))?.[0];
}

/** The script that most of a text is written in, where one stands out. */
export function dominantScript(text: string): Script | null {
  const shares = scriptShares(text);
  return GROUPS.map(([name]) => name).find((name) => shares[name] >= 0.6) ?? null;
}

/** Which of the product's languages a text is nearer to. Japanese, for all its Han characters, is not Chinese. */
export function languageOf(text: string): "en" | "zh" {
  if (scriptShares(text).han <= 0.5) return "en";
  const sample = text.slice(0, LONGEST_SAMPLE);
  const kana = sample.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  return kana > han * 0.2 ? "en" : "zh";
}
