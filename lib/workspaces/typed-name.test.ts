import { expect, test } from "vitest";
import { isTypedName } from "./typed-name";

test.each([
  ["Ada's workspace", "Ada’s workspace"],
  [" Studio ", "Studio"],
  ["Ada 的工作区", "Ada 的工作区"],
  ["The “old” one", 'The "old" one'],
])("%j is %j", (typed, name) => expect(isTypedName(typed, name)).toBe(true));

test.each(["studio", "Studi", "Studio 2", ""])("%j is not Studio", (typed) =>
  expect(isTypedName(typed, "Studio")).toBe(false),
);
