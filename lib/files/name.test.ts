import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import { endingOf, plainName } from "./name";

test.prop([fc.string({ unit: "binary", maxLength: 400 })], { numRuns: 1_000 })(
  "whatever a sender calls a file, its name is plain, short and the same when it is made plain again",
  (given) => {
    const name = plainName(given);
    expect(name).toMatch(/^[^/\\\p{Cc}]+$/u);
    expect(name.startsWith(".")).toBe(false);
    expect(name.isWellFormed()).toBe(true);
    expect(countRunes(name)).toBeLessThanOrEqual(120);
    expect(plainName(name)).toBe(name);
  },
);

test("the ending survives a cut, and decides nothing that is not one", () => {
  expect(plainName(`${"长".repeat(500)}.pdf`)).toMatch(/^长+….pdf$/);
  expect(endingOf("notes.MD")).toBe(".md");
  expect(endingOf("no ending. at all")).toBe("");
  expect(endingOf(".env")).toBe("");
});
