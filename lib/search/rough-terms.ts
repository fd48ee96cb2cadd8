// Words as numbers by a rough rule, for the built-in summariser and the extraction of facts: a conversation of a million
// sentences is weighed by them, and strings would cost ten times as much. What searches go by is in tokens.ts.

const OTHER = 0;
const LETTER = 1;
const UNSPACED = 2;
let kinds: Uint8Array | undefined;

/** The kind of every UTF-16 code unit. Surrogates (emoji, rare Han) are no part of a term. */
function unitKinds(): Uint8Array {
  if (kinds) return kinds;
  kinds = new Uint8Array(65_536);
  for (let unit = 0; unit < 65_536; unit++) {
    const character = String.fromCharCode(unit);
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) kinds[unit] = UNSPACED;
    else if (/[\p{L}\p{N}\p{M}]/u.test(character)) kinds[unit] = LETTER;
  }
  return kinds;
}

const FUNCTION_WORDS = `a about after again all also always am an and any are as at be because been before being but by can come could did do does
  doing don done down each even ever every few for from get getting go going gonna got had has have having he her here hers him his how i if in into is it its
  just keep kind know let like ll lot made make makes many may maybe me might more most much must my never no not now of off on one only or other our out over
  own quite re really right s said same say see she should so some someone something still such sure t take than that the their them then there these they
  thing things think this those though through to too up us use ve very want was way we well were what when where which while who whom why will with would
  yeah yes yet you your yours d m hey hi hello oh ok okay wow thanks thank please great good nice awesome amazing cool totally glad`;
const FUNCTION_CHARACTERS = "的了吗呢吧啊呀哦嗯是在我你您他她它们这那就都也和与很不有个会";

function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

/** Where the root of an English word ends: "flights" and "flight", "painted" and "painting" are one term. */
function rootEnd(text: string, start: number, end: number): number {
  let last = end;
  if (last - start >= 4 && text[last - 1] === "s" && text[last - 2] !== "s") last--;
  if (last - start >= 6 && text.startsWith("ing", last - 3)) last -= 3;
  else if (last - start >= 5 && text.startsWith("ed", last - 2)) last -= 2;
  if (last - start >= 5 && text[last - 1] === "e") last--;
  return last;
}

/** The root of an English word, in lower case. */
export const rootOf = (word: string): string => word.slice(0, rootEnd(word, 0, word.length));

const functionTerms = new Set<number>();
for (const word of FUNCTION_WORDS.split(/\s+/)) functionTerms.add(hashOf(word, 0, rootEnd(word, 0, word.length)));
const functionUnits = new Set(Array.from(FUNCTION_CHARACTERS, (character) => character.charCodeAt(0)));

/** The terms of a text that carry meaning, each once: roots of words, and pairs of characters where nothing sets words apart. */
export function termNumbers(text: string): number[] {
  const kind = unitKinds();
  const folded = text.toLowerCase();
  const terms = new Set<number>();
  let i = 0;
  while (i < folded.length) {
    const first = kind[folded.charCodeAt(i)] ?? OTHER;
    if (first === OTHER) {
      i++;
      continue;
    }
    const start = i;
    while (i < folded.length && kind[folded.charCodeAt(i)] === first) i++;
    if (first === LETTER) {
      const term = hashOf(folded, start, rootEnd(folded, start, i));
      if (!functionTerms.has(term)) terms.add(term);
      continue;
    }
    for (let at = start; at + 1 < i; at++) {
      if (functionUnits.has(folded.charCodeAt(at)) || functionUnits.has(folded.charCodeAt(at + 1))) continue;
      terms.add(hashOf(folded, at, at + 2));
    }
  }
  return [...terms];
}

/** One number for texts that differ only in case, blanks and marks. */
export function sameness(text: string): number {
  const kind = unitKinds();
  const folded = text.toLowerCase();
  let low = 7;
  let high = 11;
  let started = false;
  let between = false;
  for (let i = 0; i < folded.length; i++) {
    const unit = folded.charCodeAt(i);
    // Surrogates count: two texts of nothing but emoji are not the same.
    if (kind[unit] === OTHER && (unit < 0xd800 || unit > 0xdfff)) {
      between = started;
      continue;
    }
    if (between) low = Math.imul(low ^ 32, 0x01000193);
    between = false;
    started = true;
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x5bd1e995) ^ (high >>> 15);
  }
  // 53 bits: of a million sentences no two meet by chance.
  return (low >>> 0) * 0x20_0000 + ((high ^ (high >>> 13)) & 0x1f_ffff);
}
