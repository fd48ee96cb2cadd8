import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { retryDelay } from "./retry";

test("what will not get better by waiting is not tried again, nor more often than allowed", () => {
  expect(retryDelay({ retryable: false }, 1, 2, 0.5)).toBeNull();
  expect(retryDelay({ retryable: true }, 3, 2, 0.5)).toBeNull();
  expect(retryDelay({ retryable: true }, 1, 0, 0.5)).toBeNull();
});

test("each wait is about twice the one before", () => {
  expect([1, 2, 3].map((attempt) => retryDelay({ retryable: true }, attempt, 5, 0.5))).toEqual([500, 1_000, 2_000]);
});

test("a provider that wants minutes gets an answer of its own instead of a silent wait", () => {
  expect(retryDelay({ retryable: true, retryAfterMs: 31_000 }, 1, 2, 0)).toBeNull();
});

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
test.prop([fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 10 }), random])(
  "never earlier than asked, never later than half a minute",
  (retryAfterMs, attempt, spread) => {
    const wait = retryDelay({ retryable: true, retryAfterMs }, attempt, 10, spread) ?? -1;
    expect(wait).toBeGreaterThanOrEqual(retryAfterMs);
    expect(wait).toBeLessThanOrEqual(30_000);
  },
);
