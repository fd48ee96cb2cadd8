import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { planRoll, type RollBounds, type Unit } from "./plan";

/** Small numbers, so that ties happen; now and then a giant. */
const small = fc.record({
  runes: fc.oneof({ weight: 9, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.integer({ min: 50, max: 400 }) }),
  startsTurn: fc.boolean(),
});
const numbered = (units: { runes: number; startsTurn: boolean }[]): Unit[] =>
  units.map((unit, i) => ({ seq: i + 1, ...unit }));
const units = fc.array(small, { maxLength: 30 }).map(numbered);
const bounds: fc.Arbitrary<RollBounds> = fc.record({
  besides: fc.nat(20),
  target: fc.nat(80),
  minVerbatim: fc.nat(8),
  maxUnits: fc.oneof(fc.nat(35), fc.constant(Number.POSITIVE_INFINITY)),
  batchMessages: fc.integer({ min: 1, max: 5 }),
  mergeRunes: fc.integer({ min: 1, max: 30 }),
  minGain: fc.nat(6),
  mergeOverhead: fc.nat(2),
});

const sum = (all: readonly Unit[]) => all.reduce((runes, unit) => runes + unit.runes, 0);
const cost = (all: readonly Unit[], b: RollBounds) => sum(all) + all.length * b.mergeOverhead;
const endsTurn = (all: readonly Unit[], n: number) => n === all.length || all[n]?.startsTurn === true;

/** The promise of `planRoll` in its slow words: how many units leave. */
function leaving(all: readonly Unit[], b: RollBounds): number {
  const allowed = Math.max(0, all.length - b.minVerbatim);
  const counts = Array.from({ length: allowed + 1 }, (_, n) => n);
  const fits = (n: number) => b.besides + sum(all.slice(n)) <= b.target && all.length - n <= b.maxUnits;
  const needed = counts.find(fits) ?? allowed;
  const whole = Math.min(allowed, Math.ceil(needed / b.batchMessages) * b.batchMessages);
  const turn = whole === 0 ? 0 : (counts.find((n) => n >= whole && endsTurn(all, n)) ?? whole);
  return sum(all.slice(0, turn)) < b.minGain && all.length <= b.maxUnits ? 0 : turn;
}

describe("a roll", () => {
  test.prop([units, bounds], { numRuns: 5_000 })(
    "takes the fewest that reach the target, in whole batches and turns",
    (all, b) => {
      expect(planRoll(all, b).at(-1)?.to ?? 0).toBe(leaving(all, b));
    },
  );

  test.prop([units, bounds], { numRuns: 3_000 })(
    "is cut into slices without a gap, each within the room of a call",
    (all, b) => {
      const slices = planRoll(all, b);
      let expected = 0;
      for (const { from, to } of slices) {
        expect(from).toBe(expected);
        expect(to).toBeGreaterThan(from);
        if (to - from > 1) expect(cost(all.slice(from, to), b)).toBeLessThanOrEqual(b.mergeRunes);
        expected = to;
      }
    },
  );

  test.prop([units, bounds], { numRuns: 3_000 })("asks for no two calls where one would do", (all, b) => {
    const slices = planRoll(all, b);
    for (const [i, slice] of slices.entries()) {
      const next = slices[i + 1];
      if (!next) continue;
      const fits = cost(all.slice(slice.from, slice.to + 1), b) <= b.mergeRunes;
      // The next unit would have gone in as well, unless the slice was cut back to the end of its turn.
      if (fits) {
        expect(endsTurn(all, slice.to)).toBe(true);
        expect(cost(all.slice(slice.from, slice.to), b)).toBeGreaterThanOrEqual(b.mergeRunes / 2);
      }
    }
  });

  test.prop([units, bounds], { numRuns: 1_000 })("is not wanted again when it has been done", (all, b) => {
    const done = planRoll(all, b).at(-1)?.to ?? 0;
    const again = planRoll(all.slice(done), b);
    // Only a target that cannot be reached leaves something over, and then nothing more may leave.
    if (done > 0) expect(again).toEqual([]);
  });
});

describe("conversations", () => {
  const big = {
    besides: 2_500,
    target: 12_000,
    minVerbatim: 6,
    maxUnits: 4_000,
    batchMessages: 4,
    mergeRunes: 20_000,
    minGain: 480,
    mergeOverhead: 60,
  };

  it("of short messages stay as they are", () => {
    const all = numbered(Array.from({ length: 40 }, (_, i) => ({ runes: 100, startsTurn: i % 2 === 0 })));
    expect(planRoll(all, big)).toEqual([]);
  });

  it("of so many short messages that no payload reads them all are halved", () => {
    const all = numbered(Array.from({ length: 8_001 }, () => ({ runes: 1, startsTurn: true })));
    expect(planRoll(all, big).at(-1)?.to).toBe(4_004);
  });

  it("with one giant among the newest keep it, and lose what is older", () => {
    const all = numbered([...Array(10)].map((_, i) => ({ runes: i === 8 ? 240_000 : 500, startsTurn: i % 2 === 0 })));
    expect(planRoll(all, big)).toEqual([{ from: 0, to: 4 }]);
  });

  it("of one question and sixty steps after it roll within the turn", () => {
    const all = numbered([...Array(61)].map((_, i) => ({ runes: 600, startsTurn: i === 0 })));
    expect(planRoll(all, big).at(-1)?.to).toBe(48);
  });

  it("of 20,000 messages with failed answers, system notes and giants are cut within the bounds", () => {
    const random = fc.sample(fc.nat(1_000), { numRuns: 20_000, seed: 7 });
    const all = numbered(random.map((n, i) => ({ runes: n > 990 ? 240_000 : n, startsTurn: i % 2 === 0 })));
    const slices = planRoll(all, big);
    expect(slices.at(-1)?.to).toBeGreaterThan(19_900);
    for (const { from, to } of slices) {
      if (to - from > 1) expect(cost(all.slice(from, to), big)).toBeLessThanOrEqual(big.mergeRunes);
    }
  });
});
