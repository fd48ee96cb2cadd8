import type { Db } from "@/lib/db/client";
import { newestWith, postingsOf, type Scope } from "@/lib/db/queries/search-messages";
import type { Owner } from "@/lib/db/queries/sessions";
import type { Frequencies } from "./frequencies";
import type { Posting } from "./rank";

/** Rows of one term and of all together: more are not looked at, however many messages have the words. */
const MOST_ROWS = 3_000;
const MOST_ROWS_IN_ALL = 6_000;
/** Where the rare words of a question find fewer, its common ones are asked too. */
const FEW_ROWS = 20;
/** A word in more messages than this is not looked up in the index at all: reading its list would take too long. */
const LONGEST_LIST = 50_000;
const MOST_TOGETHER = 1_000;
const NEWEST = 2_000;

/** A word of a question: any of its numbers will do. */
export type Sought = { terms: readonly number[] };
/** The messages that were found, and in how many each word stands, about. */
export type Hits = { postings: Posting[]; having: number[] };

/**
 * Which messages have which of the words, in bounded time. Rare words are looked up, all their messages. Common ones
 * only weigh what those find. Where nothing rare is asked, it is the messages that have all words, and the newest.
 */
export async function findPostings(
  db: Db,
  owner: Owner,
  scope: Scope,
  sought: readonly Sought[],
  frequencies: Frequencies,
): Promise<Hits> {
  const estimated = sought.map(({ terms }) => terms.reduce((sum, term) => sum + frequencies.of(term), 0));
  const { rare, common } = split(estimated);
  const termsAt = (places: readonly number[]) =>
    places.flatMap((i) => (sought[i]?.terms ?? []).map((term) => ({ i, term })));
  const rareTerms = termsAt(rare);
  const besides = rareTerms.map(({ term }) => term);
  const asked = [...rareTerms, ...(rare.length > 0 ? termsAt(common).map((one) => ({ ...one, besides })) : [])];
  const found = await postingsOf(db, owner, scope, asked, MOST_ROWS);
  const postings: Posting[] = found.map((row) => ({ ...row, term: asked[row.term]?.i ?? 0 }));
  const having = estimated.map((rows, i) =>
    rare.includes(i) ? postings.filter(({ term }) => term === i).length : rows,
  );
  const looked = postings.filter(({ term }) => rare.includes(term)).length;
  if (common.length > 0 && looked < FEW_ROWS)
    postings.push(...(await amongCommon(db, owner, scope, termsAt(common), estimated)));
  return { postings, having };
}

function split(estimated: readonly number[]): { rare: number[]; common: number[] } {
  const order = estimated.map((_, i) => i).sort((a, b) => (estimated[a] ?? 0) - (estimated[b] ?? 0));
  let sum = 0;
  const rare = order.filter((i) => {
    sum += estimated[i] ?? 0;
    return (estimated[i] ?? 0) <= MOST_ROWS && sum <= MOST_ROWS_IN_ALL;
  });
  return { rare, common: order.filter((i) => !rare.includes(i)) };
}

async function amongCommon(
  db: Db,
  owner: Owner,
  scope: Scope,
  terms: readonly { i: number; term: number }[],
  estimated: readonly number[],
): Promise<Posting[]> {
  const rarest = terms.filter(({ i }) => (estimated[i] ?? 0) <= LONGEST_LIST);
  const all = terms.map(({ term }) => term);
  const [together, newest] = await Promise.all([
    rarest.length > 0 && all.length > 1
      ? postingsOf(
          db,
          owner,
          { ...scope, terms: [...(scope.terms ?? []), ...all.slice(1)] },
          [{ term: all[0] ?? 0 }],
          MOST_TOGETHER,
        )
      : [],
    newestWith(db, owner, scope, all, NEWEST),
  ]);
  return [
    ...together.flatMap((row) => terms.map(({ i }) => ({ ...row, term: i }))),
    ...newest.map((row) => ({ ...row, term: terms[row.term]?.i ?? 0 })),
  ];
}
