import stem from "wink-porter2-stemmer";

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
const PLAIN = /^[a-z]+$/;
const MOST_REMEMBERED = 50_000;
const stems = new Map<string, string>();

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
