import { countRunes } from "@/lib/context/size/measure";
import { endsSentence } from "@/lib/sentences";
import type { Candidate } from "./candidate";
import { Queue } from "./candidate-queue";

/** Sentences that are chosen one after the other, each for what it adds to those before it. */
export class Choice {
  readonly chosen: Candidate[] = [];
  readonly #room: number;
  readonly #weight: (term: number) => number;
  readonly #covered = new Map<number, number>();
  readonly #taken = new Set<Candidate>();
  #used = 0;

  constructor(room: number, weight: (term: number) => number) {
    this.#room = room;
    this.#weight = weight;
  }

  fill(candidates: readonly Candidate[], until: number): void {
    const weights = new Map<number, number>();
    for (const { terms } of candidates) for (const term of terms) weights.set(term, this.#weight(term));
    const gain = (candidate: Candidate) => {
      let sum = 0;
      for (const term of candidate.terms)
        sum += (weights.get(term) ?? 0) * (REPEATED[this.#covered.get(term) ?? 0] ?? 0);
      return density(sum * candidate.worth + candidate.worth * 0.01, candidate.runes);
    };
    // What a sentence adds only falls while others are chosen: one that is still first when it is reckoned anew is the best.
    const queue = new Queue();
    for (const candidate of candidates) if (!this.#taken.has(candidate)) queue.push(candidate, gain(candidate));
    for (let next = queue.pop(); next; next = queue.pop()) {
      const now = gain(next.candidate);
      if (now < next.score && now < queue.best()) {
        queue.push(next.candidate, now);
        continue;
      }
      if (now > 0) this.#take(next.candidate, Math.min(until, this.#room));
    }
  }

  #take(candidate: Candidate, until: number): void {
    let place = this.chosen.length;
    while (place > 0 && (this.chosen[place - 1]?.order ?? 0) > candidate.order) place--;
    const before = this.chosen[place - 1];
    const after = this.chosen[place];
    const added =
      candidate.runes +
      countRunes(lead(before, candidate)) +
      (after ? countRunes(lead(candidate, after)) - countRunes(lead(before, after)) : 0);
    if (this.#used + added > until || this.#isSaid(candidate)) return;
    this.chosen.splice(place, 0, candidate);
    this.#taken.add(candidate);
    this.#used += added;
    for (const term of candidate.terms) this.#covered.set(term, (this.#covered.get(term) ?? 0) + 1);
  }

  /** Whether a chosen sentence says nearly all of it already. */
  #isSaid({ terms }: Candidate): boolean {
    if (terms.length < 3 || terms.some((term) => !this.#covered.has(term) && terms.length < 6)) return false;
    return this.chosen.some((other) => {
      const theirs = new Set(other.terms);
      return terms.filter((term) => theirs.has(term)).length >= terms.length * 0.85;
    });
  }
}

/** What a term still adds that stands in so many chosen sentences. */
const REPEATED = [1, 0.05];

/** Worth by length. What is short is not for that reason better: a bare half sentence leans on what stood around it. */
export function density(value: number, runes: number): number {
  return value / (runes + 25);
}

/** What stands before a sentence: the day where it is a new one, the speaker where the line is a new one. */
function lead(before: Candidate | undefined, candidate: Candidate): string {
  const newDay = candidate.day !== "" && candidate.day !== before?.day;
  const goesOn = before && !newDay && before.speaker === candidate.speaker && endsSentence(before.text);
  // A mark in front would become one with the blank.
  if (goesOn && !/^[\p{M}\p{EMod}\u200c\u200d]/u.test(candidate.text)) {
    return /[。！？；]["”’）」』】》]*$/u.test(before.text) && /^[\p{L}\p{N}]/u.test(candidate.text) ? "" : " ";
  }
  return `${before ? "\n" : ""}${newDay ? `${candidate.day}\n` : ""}${candidate.speaker}`;
}

export function render(chosen: readonly Candidate[]): string {
  return chosen.map((candidate, i) => `${lead(chosen[i - 1], candidate)}${candidate.text}`).join("");
}
