import { hash } from "node:crypto";
import { rootOf } from "@/lib/search/rough-terms";

/** Of the words of an entry that long, so many are looked at: it bounds what a tombstone holds. */
const MOST_TERMS = 400;

const LIGHT_WORDS = new Set(
  `a an the i me my mine myself we us our ours you your he him his she her hers it its they them their is am are was were be been being
  do does did have has had having will would shall can could of in on at to for and or that this these those there so just really very
  also too quite actually currently basically now please by the way as with get got well oh hey yes yeah ok okay s m re ve d ll t ca wo`.split(
    /\s+/,
  ),
);
const NEGATIONS = new Set(
  "not no never cannot without nobody nothing none nor neither stopped stop quit dont doesnt didnt cant wont isnt arent".split(
    " ",
  ),
);
const NOT = "not";

const WORDS = /[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
const LIGHT_CHARACTERS = /[的了吗呢吧啊呀哦嗯呃嘛是在我你您他她它们这那就都也和与很会过着]+|现在|真的|非常|其实|目前/gu;
/** What has the character of a negation in it and is none. */
const NO_NEGATION =
  /不过|不错|不仅|不但|不久|不断|不同|不止|不管|差不多|对不起|不好意思|特别|别人|别的|区别|分别|个别|级别|性别|告别|没错|没关系|没问题|未来|未婚/gu;
const NEGATING = /[不没别未无]/gu;

/** The root as the fingerprint takes it: shorter than the search's, so that "live", "lives" and "living" are one. */
function stemOf(word: string): string {
  const root = rootOf(word);
  if (root.length < 4 || /\p{N}/u.test(root)) return root;
  return root
    .replace(/ie$|y$/, "i")
    .replace(/e$/, "")
    .replace(/([bdfgmnprt])\1$/, "$1");
}

/** What a text says, each once, in their order: stems of words, pairs of characters where nothing sets words apart, and one negation. */
export function termsIn(text: string): string[] {
  return [...termsOf(text)].sort();
}

function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [run] of text.normalize("NFKC").toLowerCase().matchAll(WORDS)) {
    if (terms.size >= MOST_TERMS) break;
    for (const [unspaced] of run.matchAll(UNSPACED)) addPairs(terms, unspaced);
    const spaced = run.replace(UNSPACED, " ").replace(/n['’]t$/, " not");
    for (const word of spaced.split(/[\s'’]+/)) addWord(terms, word);
  }
  return terms;
}

function addWord(terms: Set<string>, word: string): void {
  if (NEGATIONS.has(word)) terms.add(NOT);
  else if (word !== "" && !LIGHT_WORDS.has(word)) terms.add(stemOf(word));
}

function addPairs(terms: Set<string>, run: string): void {
  const plain = run.replace(NO_NEGATION, (word) => word.replace(NEGATING, ""));
  if (plain.search(NEGATING) >= 0) terms.add(NOT);
  const characters = Array.from(plain.replace(NEGATING, "").replace(LIGHT_CHARACTERS, ""));
  if (characters.length === 1) terms.add(characters.join(""));
  for (let at = 0; at + 1 < characters.length && terms.size < MOST_TERMS; at++)
    terms.add(characters.slice(at, at + 2).join(""));
}

const shortHash = (text: string, digits: number) => hash("sha256", text).slice(0, digits);

/** The same for two texts that say the same in other cases, punctuation, order and forms of words. It tells nothing of them. */
export function fingerprintOf(text: string): string {
  return shortHash(sayingOf(text, termsIn(text)), 32);
}

/** What a fingerprint is made of: where there is nothing but light words or marks, these are all that a text says. */
export const sayingOf = (text: string, terms: readonly string[]): string =>
  terms.length > 0 ? terms.join("\n") : text.trim().toLowerCase();

const TERM_DIGITS = 12;
const NOT_HASH = shortHash(NOT, TERM_DIGITS);

/** Of terms, as a tombstone has them. */
export const hashesOf = (terms: readonly string[]): string[] =>
  terms.map((term) => shortHash(term, TERM_DIGITS)).sort();

/** Hashes of what a text says, each once, for `similarity`. */
export function termHashes(text: string): string[] {
  return hashesOf(termsIn(text));
}

/** Terms or their hashes. */
const isDenied = (terms: readonly string[]) => terms.includes(NOT) || terms.includes(NOT_HASH);

function alikeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const theirs = new Set(b);
  return (2 * a.filter((term) => theirs.has(term)).length) / (a.length + b.length);
}

/**
 * How much two texts say the same, from 0 to 1 (Dice): twice what they share, of all they say. Where only one of them
 * denies something they are never alike, however many words they share.
 */
export function similarity(a: readonly string[], b: readonly string[]): number {
  return isDenied(a) === isDenied(b) ? alikeness(a, b) : alikeness(a, b) / 2;
}

/** Whether they say the same but for the one that denies it. */
export function saysOpposite(a: readonly string[], b: readonly string[], least: number): boolean {
  const plain = (terms: readonly string[]) => terms.filter((term) => term !== NOT && term !== NOT_HASH);
  return isDenied(a) !== isDenied(b) && alikeness(plain(a), plain(b)) >= least;
}
