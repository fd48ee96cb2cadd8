import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { filledBy, planCheckpoint, resultCap } from "./plan";

const size = fc.nat(30);
const filled = fc.record({ base: size, checkpoint: size, steps: fc.array(size, { maxLength: 12 }) });
const rules = fc.record({
  limit: fc.integer({ min: 1, max: 150 }),
  triggerPct: fc.integer({ min: 10, max: 100 }),
  keepPct: fc.integer({ min: 1, max: 90 }),
  cap: fc.nat(20),
});
const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + one, 0);

describe("which steps a checkpoint takes the place of", () => {
  test.prop([filled, rules], { numRuns: 3_000 })(
    "none while there is room; else all but the newest that fit",
    (f, r) => {
      const cut = planCheckpoint(f, r);
      if (filledBy(f) / r.limit < r.triggerPct / 100) {
        expect(cut).toBe(0);
        return;
      }
      // The slow definition: the longest newest run that is one step, or fits into its share.
      const keeps = f.steps
        .map((_, from) => from)
        .filter((from) => from === f.steps.length - 1 || sum(f.steps.slice(from)) <= (r.limit * r.keepPct) / 100);
      const from = keeps[0] ?? 0;
      const gain = f.checkpoint + sum(f.steps.slice(0, from)) > r.cap;
      expect(cut).toBe(gain ? from : 0);
    },
  );

  test("of 100 equal steps of 10,000 at a limit of 96,000 it takes at most 12 times", () => {
    const [limit, cap, base] = [96_000, 3_840, 3_000];
    let steps: number[] = [];
    let checkpoint = 0;
    let calls = 0;
    for (let n = 0; n < 100; n++) {
      steps.push(10_250);
      const cut = planCheckpoint({ base, checkpoint, steps }, { limit, triggerPct: 95, keepPct: 12, cap });
      if (cut > 0) {
        calls++;
        steps = steps.slice(cut);
        checkpoint = cap + 200;
      }
      expect(filledBy({ base, checkpoint, steps })).toBeLessThanOrEqual(limit);
    }
    expect(calls).toBeLessThanOrEqual(12);
  });
});

describe("how much of each result is shown", () => {
  const parts = fc.array(fc.nat(30), { minLength: 1, maxLength: 10 });
  test.prop([parts, fc.nat(20), fc.nat(20), fc.integer({ min: 1, max: 200 })], { numRuns: 2_000 })(
    "so much that all fits, and not less than would",
    (results, frames, base, limit) => {
      const given = { base, checkpoint: 0, steps: [frames + sum(results)] };
      const cap = resultCap(given, results, limit);
      const shown = (most: number) => base + frames + sum(results.map((one) => Math.min(one, most)));
      if (cap === Number.POSITIVE_INFINITY) expect(shown(cap)).toBeLessThanOrEqual(limit);
      else if (cap > 0) {
        expect(shown(cap)).toBeLessThanOrEqual(limit);
        expect(shown(cap + results.length)).toBeGreaterThan(limit - results.length);
      } else expect(shown(1)).toBeGreaterThan(limit - results.length);
    },
  );
});
