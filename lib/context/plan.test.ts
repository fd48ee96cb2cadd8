import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { limitRunes, reach, turnsToDrop } from "./plan";

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

test.prop([fc.array(fc.nat(9), { maxLength: 12 }), fc.nat(60)], { numRuns: 2_000 })(
  "drops the fewest of the oldest turns that let the rest fit, and never the newest",
  (turns, room) => {
    const cuts = Array.from({ length: turns.length }, (_, n) => n);
    const fits = (n: number) => sum(turns.slice(n)) <= room;
    expect(turnsToDrop(turns, room)).toBe(cuts.find(fits) ?? Math.max(0, turns.length - 1));
  },
);

const totals = fc.record({ lastSeq: fc.nat(50), totalRunes: fc.nat(500) });
const bounds = fc.record({
  limitRunes: fc.nat(300),
  fixedRunes: fc.nat(50),
  historyRows: fc.integer({ min: 1, max: 60 }),
});
test.prop([totals, bounds, fc.nat(500), fc.integer({ min: 1, max: 50 })], { numRuns: 2_000 })(
  "a turn is within reach when it and all after it fit, in runes and in rows",
  (conversation, bound, runesBefore, seq) => {
    const { runesBefore: least, seq: first } = reach(conversation, bound);
    if (seq > conversation.lastSeq || runesBefore > conversation.totalRunes) return;
    const fitsRunes = bound.fixedRunes + (conversation.totalRunes - runesBefore) <= bound.limitRunes;
    const fitsRows = conversation.lastSeq - seq + 1 <= bound.historyRows;
    expect(runesBefore >= least).toBe(fitsRunes);
    expect(seq >= first).toBe(fitsRows);
  },
);

describe("the limit in runes", () => {
  const model = { configured: undefined, windowTokens: 100_000, reserveTokens: 4_000, remembered: null };
  test("comes from the window without the reserve", () => {
    expect(limitRunes(model)).toBe(144_000);
  });
  test("is what was configured, where that was", () => {
    expect(limitRunes({ ...model, configured: 5_000 })).toBe(5_000);
  });
  test("is never more than the model was found to take", () => {
    expect(limitRunes({ ...model, remembered: 9_000 })).toBe(9_000);
    expect(limitRunes({ ...model, configured: 5_000, remembered: 9_000 })).toBe(5_000);
  });
  test("leaves half of a small window to the conversation", () => {
    expect(limitRunes({ ...model, windowTokens: 4_096, reserveTokens: 4_096 })).toBe(3_072);
  });
});
