import type { Candidate } from "./candidate";

type Queued = { candidate: Candidate; score: number };

/** A binary heap: the highest score first, of equals the later one. */
export class Queue {
  readonly #heap: Queued[] = [];

  best(): number {
    return this.#heap[0]?.score ?? Number.NEGATIVE_INFINITY;
  }

  push(candidate: Candidate, score: number): void {
    const heap = this.#heap;
    heap.push({ candidate, score });
    let at = heap.length - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#swapIfFirst(at, up)) break;
      at = up;
    }
  }

  pop(): Queued | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    heap[0] = last;
    let at = 0;
    while (at * 2 + 1 < heap.length) {
      const left = at * 2 + 1;
      const [l, r] = [heap[left], heap[left + 1]];
      const child = l && r && comesFirst(r, l) ? left + 1 : left;
      if (!this.#swapIfFirst(child, at)) break;
      at = child;
    }
    return top;
  }

  #swapIfFirst(low: number, high: number): boolean {
    const [a, b] = [this.#heap[low], this.#heap[high]];
    if (!a || !b || !comesFirst(a, b)) return false;
    this.#heap[low] = b;
    this.#heap[high] = a;
    return true;
  }
}

function comesFirst(a: Queued, b: Queued): boolean {
  return a.score > b.score || (a.score === b.score && a.candidate.order > b.candidate.order);
}
