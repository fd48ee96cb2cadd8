// Of what follows a mark, that which belongs to the same grapheme.
const EXTENDS = String.raw`[\p{M}\p{EMod}\u200c\u200d]`;
const CLOSING = String.raw`["'”’)\]]`;
const WIDE_CLOSING = '["”’）」』】》]';
// A line's end; a mark before a blank; a full-width mark, which no blank follows. Closing quotes stay with their sentence.
const ENDS = new RegExp(
  `[\\n\\r\\u2028\\u2029]+|[.!?…]${CLOSING}*(?=\\s(?!${EXTENDS}))|[。！？；]${WIDE_CLOSING}*(?![。！？；…"”’）」』】》])(?!${EXTENDS})`,
  "gu",
);
const LEADING = new RegExp(`^\\s+(?!${EXTENDS})`, "u");
const WORD_BEFORE_DOT = /(?:^|[\s("'“‘（])([\p{L}\p{N}.]{1,12})\.$/u;
const ABBREVIATIONS = new Set(
  `mr mrs ms dr prof rev hon gen col lt sgt capt st mt ft jr sr vs etc e.g eg i.e ie cf ca approx no nos vol fig eq sec ch pp
  al inc ltd co corp dept est resp min max tel ext`.split(/\s+/),
);

/** Whether a dot at the end of `text` belongs to a word ("Dr.", "e.g.", "J.") or numbers a list ("2."), and ends no sentence. */
function isWordsDot(text: string): boolean {
  const word = WORD_BEFORE_DOT.exec(text.slice(-16))?.[1];
  if (word === undefined) return false;
  if (/^\p{Lu}$/u.test(word)) return word !== "I";
  if (/^\d{1,3}$/.test(word)) return text.length <= 4;
  return ABBREVIATIONS.has(word.toLowerCase());
}

/** Whether what is written after `text` on the same line is a sentence of its own for `sentencesIn`. */
export function endsSentence(text: string): boolean {
  if (/[。！？；]["”’）」』】》]*$/u.test(text)) return true;
  return /[.!?…]["'”’)\]]*$/.test(text) && !isWordsDot(text);
}

/**
 * The sentences and lines of a text, in order and whole: nothing but blanks between them is left out, and no grapheme is
 * cut. English and Chinese, also in one line; numbers (3.14), addresses and abbreviations stay in one piece. Linear.
 * Not Intl.Segmenter: it ends a sentence after "Dr.", and a text of a megabyte takes it minutes, as its time grows with
 * the square of the length.
 */
export function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const take = (end: number) => {
    const sentence = text.slice(start, end).trimEnd().replace(LEADING, "");
    if (sentence) sentences.push(sentence);
    start = end;
  };
  for (const match of text.matchAll(ENDS)) {
    const [mark] = match;
    const end = match.index + mark.length;
    if (mark === "." && isWordsDot(text.slice(Math.max(start, end - 16), end).trimStart())) continue;
    take(end);
  }
  take(text.length);
  return sentences;
}
