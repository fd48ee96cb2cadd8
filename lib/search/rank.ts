/** That a message has a term of the question. */
export type Posting = { term: number; sessionId: string; seq: number; at: number };
/** A message that might answer: it, or one next to it, has a term. */
export type Candidate = { sessionId: string; seq: number; score: number };
/** What else is known of a candidate once it was read. */
export type Known = { at: number; asks: boolean; fields: number };

// What measured best on conversations of months (docs/search.md); round, and not to be tuned finer.
const K1 = 0.4;
/** What a term in the message next to it counts: [distance, weight]. What was said before tells more of a message than what follows. */
const REACH: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 0.4],
  [-1, 0.15],
  [2, 0.15],
  [-2, 0.1],
];
/** Messages further apart in time are not of the same sitting. */
const SITTING_MS = 3 * 3_600_000;
/** Who asks says less than who answers. */
const ASKS = 0.8;
/** How much a message of today is put before one of years ago that matches as well. */
const RECENCY = 0.05;
const RECENCY_DAYS = 30;
const DAY_MS = 86_400_000;

/** How much it says that a message has a term which `having` of `all` have. */
export function rarity(having: number, all: number): number {
  return Math.log(1 + Math.max(0, all - having + 0.5) / (having + 0.5));
}

const saturate = (frequency: number) => (frequency * (K1 + 1)) / (frequency + K1);

/** Messages that were found, by conversation and place. */
export class Found {
  readonly #sessions = new Map<string, Map<number, { at: number; terms: number[] }>>();
  readonly #weights: number[];

  /** `weights`: of each term. */
  constructor(postings: readonly Posting[], weights: readonly number[]) {
    this.#weights = [...weights];
    for (const { term, sessionId, seq, at } of postings) {
      const places = this.#sessions.get(sessionId) ?? new Map<number, { at: number; terms: number[] }>();
      this.#sessions.set(sessionId, places);
      const place = places.get(seq);
      if (!place) places.set(seq, { at, terms: [term] });
      else if (!place.terms.includes(term)) place.terms.push(term);
    }
  }

  weightOf(term: number): number {
    return this.#weights[term] ?? 0;
  }

  /** Has a term count for more or less. */
  weigh(term: number, factor: number): void {
    this.#weights[term] = this.weightOf(term) * factor;
  }

  /** All that might answer, best first, before anything but their terms is known. */
  candidates(most: number): Candidate[] {
    const all: Candidate[] = [];
    for (const [sessionId, places] of this.#sessions) {
      const reached = new Set<number>();
      for (const seq of places.keys())
        for (const [distance] of REACH) if (seq + distance > 0) reached.add(seq + distance);
      for (const seq of reached) all.push({ sessionId, seq, score: this.#words(sessionId, seq, places.get(seq)?.at) });
    }
    return all.sort(best).slice(0, most);
  }

  /** The score of one, with all that is known of it. */
  score({ sessionId, seq }: Pick<Candidate, "sessionId" | "seq">, { at, asks, fields }: Known, now: number): number {
    const words = this.#words(sessionId, seq, at) + fields;
    const age = Math.max(0, now - at) / DAY_MS;
    return words * (asks ? ASKS : 1) * (1 + RECENCY / (1 + age / RECENCY_DAYS));
  }

  /** BM25 over the terms of the message and of those around it. `at` unknown: as if it were of the same sitting. */
  #words(sessionId: string, seq: number, at: number | undefined): number {
    const places = this.#sessions.get(sessionId);
    const frequencies = new Map<number, number>();
    for (const [distance, weight] of REACH) {
      const place = places?.get(seq - distance);
      if (!place || (at !== undefined && Math.abs(at - place.at) > SITTING_MS)) continue;
      for (const term of place.terms) frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
    }
    let score = 0;
    for (const [term, frequency] of frequencies) score += this.weightOf(term) * saturate(frequency);
    return score;
  }
}

/** The same order for the same scores: later conversations and messages first. */
function best(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.sessionId < b.sessionId ? 1 : a.sessionId > b.sessionId ? -1 : b.seq - a.seq);
}
