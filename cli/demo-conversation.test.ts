import { expect, test } from "vitest";
import { demoConversation } from "./demo-conversation";

const until = new Date("2026-03-01T12:00:00Z");

test("it is the same each time, as long as asked for, and ends at the given time", () => {
  const once = [...demoConversation(1_001, until)];
  expect(once).toEqual([...demoConversation(1_001, until)]);
  expect(once).toHaveLength(1_001);
  expect(once.at(-1)?.created_at).toBe(until.toISOString());
});

test("questions and answers take turns, forward in time", () => {
  const lines = [...demoConversation(2_000, until)];
  expect(lines.map((line) => line.role)).toEqual(lines.map((_, i) => (i % 2 === 0 ? "user" : "assistant")));
  const times = lines.map((line) => Date.parse(line.created_at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("it has code, tables, formulas and Chinese, short messages and long ones", () => {
  const texts = [...demoConversation(500, until)].map((line) => line.text);
  for (const sign of ["```ts", "| ---", "$$", "我们"]) expect(texts.some((text) => text.includes(sign))).toBe(true);
  expect(texts.some((text) => text.length < 10)).toBe(true);
  expect(texts.some((text) => text.length > 700)).toBe(true);
});
