/** A talk that does not exist: the sizes of its questions and answers, and texts of these sizes. */

export type Turn = { question: number; answer: number };

/** Runes of a turn as people and models write: medians 120 and 735, lognormal. The same for the same seed. */
export function talkSizes(turns: number, seed: number): Turn[] {
  const random = seeded(seed);
  const size = (median: number, sigma: number) => Math.max(1, Math.round(median * Math.exp(sigma * gaussian(random))));
  return Array.from({ length: turns }, () => ({ question: size(120, 1), answer: size(735, 0.8) }));
}

const WORDS =
  "the ferry harbour plans were moved because pier will not be ready before May and crew asked for another week to paint its hull while Anna keeps list of spare parts that came from Oslo on Monday".split(
    " ",
  );

/** Exactly that many runes of sentences; `seed` tells one text from another. */
export function textOf(runes: number, seed: number): string {
  const random = seeded(seed);
  let text = "";
  for (let word = 0; text.length < runes; word++) {
    text += `${WORDS[Math.floor(random() * WORDS.length)]}${word % 11 === 10 ? `, says ${Math.floor(random() * 900)}. ` : " "}`;
  }
  return `${text.slice(0, runes - 1)}.`;
}

/** Numbers from 0 to 1, the same each time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const gaussian = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** What a policy cost over a talk. */
export type Costs = {
  turns: number;
  merges: number;
  waited: number;
  /** Runes of all payloads, and of these what did not stand at the same place in the one before. */
  sent: number;
  unshared: number;
  /** The largest payload in runes. */
  largest: number;
};

/** The plain policy, by arithmetic: a send over 88 % of the limit merges the four oldest messages, again and again until it is not. */
export function plainPolicy(
  sizes: readonly Turn[],
  { limit, fixed, summary, overhead }: { limit: number; fixed: number; summary: number; overhead: number },
): Costs {
  const costs: Costs = { turns: sizes.length, merges: 0, waited: 0, sent: 0, unshared: 0, largest: 0 };
  const verbatim: number[] = [];
  let covered = false;
  const payload = () => fixed + (covered ? summary : 0) + verbatim.reduce((sum, runes) => sum + runes, 0);
  let added = 0;
  for (const { question, answer } of sizes) {
    verbatim.push(question + overhead);
    added += question + overhead;
    let rolled = false;
    while (payload() >= limit * 0.88 && verbatim.length > 4) {
      verbatim.splice(0, 4);
      [covered, rolled] = [true, true];
      costs.merges++;
    }
    if (rolled) costs.waited++;
    costs.sent += payload();
    costs.unshared += rolled ? payload() - fixed : added;
    costs.largest = Math.max(costs.largest, payload());
    verbatim.push(answer + overhead);
    added = answer + overhead;
  }
  return costs;
}
