import { expect, test } from "vitest";
import { keepingLines } from "./keeping-lines";

test("lines of a paragraph stay lines", () => {
  expect(keepingLines("a\nb\n\nc\n  d ")).toBe("a  \nb\n\nc\n  d ");
});

test("a plain line after a list stands outside it", () => {
  expect(keepingLines("- a\n- b\nplain\nmore")).toBe("- a  \n- b\n\nplain  \nmore");
  expect(keepingLines("1. a\n   - b\n计划")).toBe("1. a\n   - b\n\n计划");
  expect(keepingLines("- a\n\n  more of a\nplain")).toBe("- a\n\n  more of a\n\nplain");
  expect(keepingLines("- a\n\nplain\nmore")).toBe("- a\n\nplain  \nmore");
});

test("what belongs to an item stays in it", () => {
  expect(keepingLines("- a\n  more of a\n- b")).toBe("- a\n  more of a  \n- b");
  expect(keepingLines("**bold**\nplain")).toBe("**bold**  \nplain");
});

test("code is left as it is", () => {
  expect(keepingLines("- a\n```\n- b\nc\n```\nd")).toBe("- a\n\n```\n- b\nc\n```  \nd");
});
