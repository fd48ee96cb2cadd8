import { expect, it } from "vitest";
import { isLong, readable } from "./readable";

it("what is small is told by name, and one long text as it is", () => {
  expect(readable({ name: "notes.md", mode: "create", text: "# Notes\n\n- one" })).toEqual({
    facts: [
      ["name", "notes.md"],
      ["mode", "create"],
    ],
    text: "# Notes\n\n- one",
  });
});

it("what has a shape is JSON in lines", () => {
  expect(readable({ hits: [{ a: 1 }], next: null }).text).toBe(JSON.stringify({ hits: [{ a: 1 }] }, null, 2));
  expect(readable([1, 2]).text).toBe("[\n  1,\n  2\n]");
});

it("JSON that came as a text is read, and one that a page has cut stays text", () => {
  expect(readable('{"of_files":3}').facts).toEqual([["of_files", "3"]]);
  expect(readable('{"text":"abc …').text).toBe('{"text":"abc …');
});

it("nothing is nothing", () => {
  for (const nothing of [undefined, null, "", {}, []]) expect(readable(nothing)).toEqual({ facts: [], text: "" });
});

it("a long text is one of many lines, or of long ones", () => {
  expect(isLong(Array.from({ length: 12 }, () => "x").join("\n"))).toBe(false);
  expect(isLong(Array.from({ length: 13 }, () => "x").join("\n"))).toBe(true);
  expect(isLong("x".repeat(1_200))).toBe(true);
});
