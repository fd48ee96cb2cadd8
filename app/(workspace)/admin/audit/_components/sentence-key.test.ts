import { expect, test } from "vitest";
import { sourceFiles } from "@/test/support/imports";
import { sentenceKey } from "./sentence-key";

test("every action that is put down by its name has a sentence", () => {
  const actions = sourceFiles().flatMap(({ source }) =>
    [...source.matchAll(/\b(?:await audit(?:For)?\([^"`]*?|goOut\([^"`]*?)"([a-z]+\.[a-z_]+)"/g)].map(
      ([, action = ""]) => action,
    ),
  );
  expect(actions.length).toBeGreaterThan(20);
  expect(actions.filter((action) => sentenceKey(action) === "other")).toEqual([]);
  expect(sentenceKey("something.new")).toBe("other");
});
