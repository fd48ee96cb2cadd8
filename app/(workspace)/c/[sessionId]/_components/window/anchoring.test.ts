import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { Corrections, followStep, pickAnchor, stillFollowing, wantedPage } from "./anchoring";

const stack = (heights: number[], scrollTop: number) => {
  let top = -scrollTop;
  return heights.map((height) => {
    const box = { top, bottom: top + height };
    top += height;
    return box;
  });
};

describe("the anchor", () => {
  test("is the first message that is wholly below the top edge", () => {
    expect(pickAnchor(stack([100, 100, 100], 50), 400)).toBe(1);
  });
  test("is the message that fills the view when none begins in it", () => {
    expect(pickAnchor(stack([100, 2_000, 100], 500), 400)).toBe(1);
  });
  test("is none in an empty window", () => {
    expect(pickAnchor([], 400)).toBe(-1);
  });
});

test.prop([fc.array(fc.double({ min: -500, max: 500, noNaN: true }), { maxLength: 200 })])(
  "a hundred corrections on whole pixels are together off by less than one",
  (shifts) => {
    const corrections = new Corrections();
    let scrollTop = 100_000;
    let exact = 100_000;
    for (const shift of shifts) {
      const target = corrections.target(scrollTop, shift);
      scrollTop = Math.round(target);
      corrections.settled(target, scrollTop);
      exact += shift;
      expect(Math.abs(scrollTop - exact)).toBeLessThan(1);
    }
  },
);

describe("following", () => {
  const at = (scrollTop: number, scrollHeight = 1_000) => ({ scrollTop, scrollHeight, clientHeight: 400 });
  test("goes on while the end moves away under the reader", () => {
    expect(stillFollowing(true, 600, at(600, 1_200))).toBe(true);
  });
  test("ends with the first step up", () => {
    expect(stillFollowing(true, 600, at(590))).toBe(false);
    expect(stillFollowing(true, 600, at(300))).toBe(false);
  });
  test("outlives content that became shorter", () => {
    expect(stillFollowing(true, 600, at(500, 900))).toBe(true);
  });
  test("begins again when the reader comes down to the end", () => {
    expect(stillFollowing(false, 500, at(590))).toBe(true);
    expect(stillFollowing(false, 500, at(550))).toBe(false);
  });
  test("does not begin because content that became shorter brought the end near", () => {
    expect(stillFollowing(false, 500, at(500, 900))).toBe(false);
  });
});

describe("the wanted page", () => {
  const base = { direction: "up", hasOlder: true, hasNewer: true, firstPage: 0, lastPage: 0 } as const;
  test("is read more than two viewports ahead", () => {
    expect(wantedPage({ ...base, metrics: { scrollTop: 900, scrollHeight: 9_000, clientHeight: 400 } })).toBe("older");
    expect(wantedPage({ ...base, metrics: { scrollTop: 1_100, scrollHeight: 9_000, clientHeight: 400 } })).toBe(null);
  });
  test("is not one whose coming would take away what is in sight", () => {
    const metrics = { scrollTop: 100, scrollHeight: 1_000, clientHeight: 400 };
    expect(wantedPage({ ...base, metrics, firstPage: 400, lastPage: 400 })).toBe(null);
    expect(wantedPage({ ...base, metrics, firstPage: 250, lastPage: 250 })).toBe("older");
  });

  test.prop([
    fc.array(fc.integer({ min: 20, max: 3_000 }), { minLength: 12, maxLength: 12 }),
    fc.integer({ min: 0, max: 11 }),
    fc.integer({ min: 300, max: 1_500 }),
    fc.constantFrom("up" as const, "down" as const),
  ])(
    "is settled after a few pages when the reader stands still: no reading back and forth",
    (pages, start, viewport, direction) => {
      let first = Math.min(start, pages.length - 4);
      let last = first + 3;
      let offset = 0; // of the viewport's top, from the top of page 0
      const heightOf = (from: number, to: number) => pages.slice(from, to).reduce((sum, height) => sum + height, 0);
      offset = heightOf(0, first) + Math.max(0, heightOf(first, last + 1) - viewport) / 2;
      let reads = 0;
      for (;;) {
        const wanted = wantedPage({
          metrics: {
            scrollTop: offset - heightOf(0, first),
            scrollHeight: heightOf(first, last + 1),
            clientHeight: viewport,
          },
          direction,
          hasOlder: first > 0,
          hasNewer: last < pages.length - 1,
          firstPage: pages[first] ?? 0,
          lastPage: pages[last] ?? 0,
        });
        if (!wanted) break;
        const step = wanted === "older" ? -1 : 1;
        first += step;
        last += step;
        reads++;
        expect(reads).toBeLessThanOrEqual(pages.length);
        expect(offset).toBeGreaterThanOrEqual(heightOf(0, first));
      }
    },
  );
});

test.prop([fc.integer({ min: 1, max: 900 })])(
  "following reaches the end in some frames and never passes it",
  (distance) => {
    let rest = distance;
    let frames = 0;
    while (rest > 0) {
      const step = followStep(rest, 900);
      expect(step).toBeLessThanOrEqual(rest);
      rest -= step;
      frames++;
    }
    expect(frames).toBeLessThan(25);
  },
);
