import stem from "wink-porter2-stemmer";
import { fold } from "./fold";

/** English words that say nothing by themselves. `dates.ts` still reads "may" and numbers as dates. */
const STOP_WORDS = new Set(
  `a about above after again against ain all am an and any are aren as at be because been before being below between both
  but by can could couldn d did didn do does doesn doing don down during each few for from further had hadn has hasn have
  haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m ma me mightn more
  most mustn my myself needn no nor not now o of off on once only or other our ours ourselves out over own re s same shan
  she should shouldn so some such t than that the their theirs them themselves then there these they this those through to
  too under until up ve very was wasn we were weren what when where which while who whom whose why will with won would wouldn y
  you your yours yourself yourselves im ive id youre dont cant isnt didnt doesnt wont`.split(/\s+/),
);
const WORD = /(?<![\p{L}\p{N}])[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{4,32}(?![\p{L}\p{N}])/gu;
const MOST_CHARACTERS = 100_000;
const PLAIN = /^[a-z]+$/;
const MOST_REMEMBERED = 50_000;
const stems = new Map<string, string>();

/** Words that a question has for being one, more than for what it asks. In a message they say as much as others. */
const ASKING = new Set(
  `say said tell told talk discuss mention ask describe kind type sort many much long often like happen do make get go went
  take thing time name find share give also would`
    .split(/\s+/)
    .map((word) => `w:${word}`),
);

/** Of a term. */
export const asksOnly = (term: string): boolean => ASKING.has(term);

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** The stem of a word in lower case; words of other alphabets, and those with digits, are their own. */
export function stemOf(word: string): string {
  if (word.length < 3 || !PLAIN.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = stem(word);
  if (stems.size >= MOST_REMEMBERED) stems.clear();
  stems.set(word, found);
  return found;
}

/** The words of a text that can be mistyped: not the short ones, and none with digits. */
export function wordsIn(text: string): Set<string> {
  const words = fold(text.slice(0, MOST_CHARACTERS)).toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !isStopWord(word)));
}
