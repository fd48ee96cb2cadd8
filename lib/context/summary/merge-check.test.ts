import { describe, expect, test } from "vitest";
import { checkMerge, type MergeGiven } from "./merge-check";

const given = (more: Partial<MergeGiven> = {}): MergeGiven => ({
  instructions: "You keep the running summary of a conversation that is too long to be read again.",
  summary: "",
  told: ["Ann said which languages she writes in and how cold it gets. ".repeat(20)],
  kept: [],
  capRunes: 2_000,
  language: "en",
  wish: false,
  ...more,
});
const check = (text: string, more: Partial<MergeGiven> = {}) =>
  checkMerge({ text, finishReason: "stop", toolCalls: 0 }, given(more));
const summaryOf = (text: string, more: Partial<MergeGiven> = {}) => {
  const verdict = check(text, more);
  return "summary" in verdict ? verdict.summary : verdict.fault;
};

/** What models that run wild repeat until they are cut off. */
const WILD: Record<string, (size: number) => string> = {
  "blanks inside a line": (size) => `Ann${" ".repeat(size)}said.`,
  "tabs before a mark": (size) => `Ann${"\t ".repeat(size / 2)}.`,
  "lines of odd blanks": (size) => `Ann${"\n \u00a0".repeat(size / 3)}said.`,
  "separators of lines": (size) => `Ann${"\u2028".repeat(size)}said.`,
  "the beginning of a code fence": (size) => "`".repeat(size),
  "a fence that never ends": (size) => `${"`".repeat(size / 2)}\n${"`".repeat(size / 2)}x`,
  "thoughts that never end": (size) => "Ann. <think>".repeat(size / 12),
  "thoughts that never begin": (size) => "<think ".repeat(size / 7),
  "ends of thoughts": (size) => "</think ".repeat(size / 8),
  "tags of the fence": (size) => "<conversation".repeat(size / 13),
  brackets: (size) => "{\n[".repeat(size / 3),
  "marks on one letter": (size) => `a${"\u0301".repeat(size)}`,
  joiners: (size) => `a${"\u200d".repeat(size)}`,
};

describe("an answer of half a megabyte", () => {
  test.each(Object.entries(WILD))("of %s is read in a moment", (_, text) => {
    const answer = text(500_000);
    const started = performance.now();
    check(answer);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

test.each([
  ["<think>hm</think>Ann writes.", "Ann writes."],
  ["<think>a</think>Ann <thought>b\nc</thought >writes.", "Ann writes."],
  ["<THINK depth='2'>a <think> b</think>Ann writes.", "Ann writes."],
  ["<reasoning>only <think>half</think>", "empty_answer"],
  ["```\nAnn writes.\n```", "Ann writes."],
  ["~~~markdown\nAnn writes.~~~", "Ann writes."],
  ["```\none\n```\ntwo\n```", "```\none\n```\ntwo\n```"],
  ["Ann  \nwrites. \t \nA lot.", "Ann\nwrites.\nA lot."],
])("%j is %j", (answer, summary) => {
  expect(summaryOf(answer)).toBe(summary);
});

describe("kept lines", () => {
  test.each([
    ["signs", ["She writes C", "She writes C++", "She writes C#"]],
    ["a sign before a number", ["Lowest: -5", "Lowest: 5"]],
    ["emoji", ["🎂 🎂 🎂", "⚠️", "❤️‍🔥"]],
    ["vowel signs", ["उसका नाम राम है", "उसकी नाम रमा है", "उसके नाम रमे है"]],
    ["the case", ["path: /Data", "path: /data"]],
  ])("that differ in %s only stand there each", (_, kept) => {
    const lines = summaryOf("Ann said a lot.", { kept }).split("\n");
    expect(lines).toEqual([...kept, "Ann said a lot."]);
  });

  test("are not there twice where the answer has them too", () => {
    const summary = summaryOf("- She writes C++\nAnn said a lot.\n⚠️", { kept: ["She writes C++", "⚠️"] });
    expect(summary.split("\n")).toEqual(["She writes C++", "⚠️", "Ann said a lot."]);
  });
});

test("lines that differ in vowel signs only are no repeats", () => {
  const lines = ["राम ने कहा कि कल वह बाजार जाएगा", "रमा ने कही कि कल वह बाजार जाएगी"];
  const told = [lines.join(" ").repeat(20)];
  expect(summaryOf(lines.join("\n"), { told }).split("\n")).toEqual(lines);
});
