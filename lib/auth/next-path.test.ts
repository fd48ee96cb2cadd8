import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { nextPath, signInPath } from "./next-path";

test.each([
  ["/c/1?x=2#m", "/c/1?x=2#m"],
  ["/", "/"],
  ["/settings/../c/1", "/c/1"],
  ["/ 中文", "/%20%E4%B8%AD%E6%96%87"],
])("%s is followed", (wanted, expected) => {
  expect(nextPath(wanted)).toBe(expected);
});

test.each([
  undefined,
  null,
  "",
  "c/1",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\\\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  " //evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
])("%s leads to the start page", (wanted) => {
  expect(nextPath(wanted)).toBe("/");
});

const hostile = fc.array(
  fc.constantFrom("/", "\\", ".", "..", "//", "\t", "\n", "@", ":", "evil.example", "%2f", "?", "#", "http:"),
  { maxLength: 8 },
);
property.prop([hostile], { numRuns: 5_000 })("whatever is wanted, the browser stays on this site", (pieces) => {
  const path = nextPath(pieces.join(""));
  expect(new URL(path, "https://own.example/sign-in").origin).toBe("https://own.example");
  expect(nextPath(path)).toBe(path);
});

test("the sign-in page leads back, without a word about the start page", () => {
  expect(signInPath("/")).toBe("/sign-in");
  expect(signInPath("/c/1?x=2")).toBe("/sign-in?next=%2Fc%2F1%3Fx%3D2");
});
