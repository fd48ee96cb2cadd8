import { datesIn } from "./dates";
import { isStopWord, stemOf } from "./words";

/**
 * What a place in a text can be found by. `term` begins with its kind: `w:` a word's stem, `c:` two characters where
 * nothing sets words apart, `1:` one of those, `e:` an emoji, `d:` a date. The same text can bear several.
 */
export type Token = { term: string; start: number; end: number };

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー`;
const LETTER = String.raw`[[\p{L}\p{N}\p{M}]--[${UNSPACED}]]`;
const EMOJI = String.raw`\p{RI}\p{RI}|\p{Extended_Pictographic}\p{EMod}?(?:\u200d\p{Extended_Pictographic}\p{EMod}?)*`;
const PIECES = new RegExp(
  [
    String.raw`(?<number>(?<!${LETTER})\d{1,3}(?:,\d{3})+(?!${LETTER}|,))`,
    `(?<chain>${LETTER}+(?:[._@'’\\-]${LETTER}+)*(?<suffix>(?:\\+\\+|#)(?!${LETTER}))?)`,
    `(?<unspaced>[${UNSPACED}]+)`,
    `(?<emoji>${EMOJI})`,
  ].join("|"),
  "gv",
);
/** The words in `fooBar`, `XMLHttpRequest`, `gpt4`. */
const HUMPS = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{N}+|\p{Lu}+/gu;
const CONNECTORS = /[._@'’-]/u;
const SHORTENED = new Set(["s", "t", "re", "ve", "ll", "d", "m"]);
/** Longer ones are no words: keys, encoded files. */
const LONGEST_WORD = 64;
/** What is looked at of a text. Nobody finds a message by what stands a book's length into it. */
const MOST_CHARACTERS = 400_000;
/** Characters that carry grammar more than meaning: a pair with one is left out of a question that has others. */
const PARTICLES = new Set(
  "的了吗呢吧啊呀哦嘛么是在我你您他她它们这那就都也和与很有个什么怎哪谁之及は が を に の で と も か へ や",
);

export const isParticle = (character: string): boolean => PARTICLES.has(character);

/** All tokens of a folded text (fold.ts), in its order. Never throws; the cost is linear. */
export function tokensOf(folded: string): Token[] {
  const text = folded.length > MOST_CHARACTERS ? folded.slice(0, MOST_CHARACTERS) : folded;
  const tokens: Token[] = [];
  for (const match of text.matchAll(PIECES)) {
    const groups = match.groups ?? {};
    const start = match.index;
    if (groups.chain !== undefined) addChain(tokens, groups.chain, groups.suffix ?? "", start);
    else if (groups.unspaced !== undefined) addUnspaced(tokens, groups.unspaced, start);
    else if (groups.number !== undefined)
      addWord(tokens, groups.number.replaceAll(",", ""), start, groups.number.length);
    else if (groups.emoji !== undefined) addEmoji(tokens, groups.emoji, start);
  }
  for (const { term, start, end } of datesIn(text)) tokens.push({ term: `d:${term}`, start, end });
  return tokens;
}

function addWord(tokens: Token[], word: string, start: number, length: number): void {
  const lower = word.toLowerCase().slice(0, LONGEST_WORD);
  if (lower !== "" && !isStopWord(lower)) tokens.push({ term: `w:${stemOf(lower)}`, start, end: start + length });
}

/** Words with no blank between them: an identifier, a host, a mail address, or just a word. Whole, and in all its parts. */
function addChain(tokens: Token[], chain: string, suffix: string, start: number): void {
  if (suffix !== "")
    tokens.push({ term: `w:${chain.toLowerCase().slice(0, LONGEST_WORD)}`, start, end: start + chain.length });
  const body = suffix === "" ? chain : chain.slice(0, -suffix.length);
  if (!CONNECTORS.test(body)) {
    addPiece(tokens, body, start);
    return;
  }
  let at = start;
  const pieces = body.split(CONNECTORS).map((piece) => {
    const found = { piece, at };
    at += piece.length + 1;
    return found;
  });
  const spoken = pieces.filter(
    ({ piece, at: place }) => !(isApostrophe(body[place - start - 1]) && SHORTENED.has(piece)),
  );
  for (const { piece, at: place } of spoken) addPiece(tokens, piece, place);
  if (spoken.length > 1) addWhole(tokens, body, start);
  const atSign = body.lastIndexOf("@");
  if (atSign > 0) {
    addWhole(tokens, body.slice(0, atSign), start);
    addWhole(tokens, body.slice(atSign + 1), start + atSign + 1);
  }
}

const isApostrophe = (character: string | undefined) => character === "'" || character === "’";

/** What a chain is called however it is joined: `foo_bar`, `foo.bar`, `foo-bar` and `fooBar` are one. Numbers keep their points. */
function addWhole(tokens: Token[], chain: string, start: number): void {
  if (chain.length > LONGEST_WORD * 2) return;
  const joined = /^[\d.]+$/.test(chain) ? chain : chain.replace(/[._@'’-]/gu, "");
  addWord(tokens, joined, start, chain.length);
}

function addPiece(tokens: Token[], piece: string, start: number): void {
  addWord(tokens, piece, start, piece.length);
  if (piece.length < 2 || piece.length > LONGEST_WORD || /^(?:\p{Lu}?\p{Ll}+|\p{N}+|\p{Lu}+)$/u.test(piece)) return;
  const humps = [...piece.matchAll(HUMPS)];
  if (humps.length < 2) return;
  for (const hump of humps) addWord(tokens, hump[0], start + hump.index, hump[0].length);
}

function addUnspaced(tokens: Token[], run: string, start: number): void {
  const characters = Array.from(run);
  let at = start;
  for (const [i, character] of characters.entries()) {
    const next = characters[i + 1];
    const end = at + character.length;
    tokens.push({ term: `1:${character}`, start: at, end });
    if (next !== undefined) tokens.push({ term: `c:${character}${next}`, start: at, end: end + next.length });
    at = end;
  }
}

function addEmoji(tokens: Token[], emoji: string, start: number): void {
  const end = start + emoji.length;
  const bare = emoji.replace(/\p{EMod}/gu, "");
  tokens.push({ term: `e:${bare}`, start, end });
  if (bare.includes("\u200d"))
    for (const part of new Set(bare.split("\u200d"))) tokens.push({ term: `e:${part}`, start, end });
}
