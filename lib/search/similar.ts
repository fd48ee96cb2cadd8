import type { Db } from "@/lib/db/client";
import { wordsBetween } from "@/lib/db/queries/search-words";
import type { Owner } from "@/lib/db/queries/sessions";
import { writeWords } from "./vocabulary";

/** Shorter words are like too many others. */
const SHORTEST = 5;
const MOST_READ = 20_000;
const MOST_SIMILAR = 3;
const MOST_BEGUN = 6;
const LEAST_LIKENESS = 0.4;

function trigrams(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)));
}

/** The share of the trigrams of both that they have in common, as pg_trgm counts it. */
export function likeness(a: string, b: string): number {
  const [ofA, ofB] = [trigrams(a), trigrams(b)];
  const common = [...ofA].filter((trigram) => ofB.has(trigram)).length;
  return common / (ofA.size + ofB.size - common);
}

/** How many letters were left out, put in, mistaken or swapped; more than `most` is not told apart. */
export function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, above] = [above, row];
  }
  return above[b.length] ?? most + 1;
}

/** Of the words known, those that somebody who typed `word` may have meant, the likeliest first. */
export function similarAmong(word: string, known: readonly string[]): string[] {
  const most = word.length >= 8 ? 2 : 1;
  return known
    .map((other) => ({ other, slips: slips(word, other, most), likeness: likeness(word, other) }))
    .filter((found) => found.slips <= most && (found.likeness >= LEAST_LIKENESS || found.slips === 1))
    .sort((a, b) => a.slips - b.slips || b.likeness - a.likeness || (a.other < b.other ? -1 : 1))
    .slice(0, MOST_SIMILAR)
    .map(({ other }) => other);
}

/**
 * Words of the person's own messages in place of one that they do not have: those that it begins, where somebody is
 * still typing it, else those it may be a slip of. Empty where they have the word, or nothing like it.
 */
export async function wordsInPlaceOf(
  db: Db,
  owner: Owner,
  word: string,
  { unfinished }: { unfinished: boolean },
): Promise<string[]> {
  if (word.length < (unfinished ? 2 : SHORTEST)) return [];
  await writeWords();
  const first = word.slice(0, 1);
  // The next letter ends the range; how the database sorts what is no letter does not matter.
  const next = /[a-y]/.test(first) ? String.fromCharCode(first.charCodeAt(0) + 1) : undefined;
  const longest = unfinished ? 32 : word.length + 2;
  const read = await wordsBetween(db, owner, {
    from: first,
    to: next,
    shortest: Math.max(1, word.length - 2),
    longest,
    limit: MOST_READ,
  });
  const known = read.filter((other) => other.startsWith(first));
  if (known.includes(word)) return [];
  const begun = unfinished ? known.filter((other) => other.startsWith(word)).sort((a, b) => a.length - b.length) : [];
  if (begun.length > 0) return begun.slice(0, MOST_BEGUN);
  return word.length < SHORTEST ? [] : similarAmong(word, known);
}
