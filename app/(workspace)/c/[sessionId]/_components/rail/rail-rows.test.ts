import { expect, test } from "vitest";
import type { Turn } from "@/lib/http/contract/messages";
import { currentQuestion, inOrder, isElsewhere } from "./rail-rows";

const turn = (seq: number): Turn => ({
  message_id: `m${seq}`,
  seq,
  preview: `question ${seq}`,
  created_at: "2026-01-01T00:00:00.000Z",
});
const page = (...seqs: number[]) => ({
  turns: seqs.map(turn),
  next_cursor: null,
  newer_cursor: null,
  total_hint: seqs.length,
});

test("the pages, newest first, become one list, oldest first", () => {
  expect(inOrder([page(9, 7), page(5, 3, 1)]).map((t) => t.seq)).toEqual([1, 3, 5, 7, 9]);
});

test("the current question is the last one that is not below the reader", () => {
  const turns = [1, 5, 9].map(turn);
  expect(currentQuestion(turns, 8)?.seq).toBe(5);
  expect(currentQuestion(turns, 9)?.seq).toBe(9);
  expect(currentQuestion(turns, 0)).toBeNull();
});

test("a reader is elsewhere only beyond a side that goes on", () => {
  const turns = [101, 103].map(turn);
  const open = { atNewest: false, atOldest: false };
  expect(isElsewhere(turns, 50, open)).toBe(true);
  expect(isElsewhere(turns, 200, open)).toBe(true);
  expect(isElsewhere(turns, 104, open)).toBe(false);
  expect(isElsewhere(turns, 50, { ...open, atOldest: true })).toBe(false);
  expect(isElsewhere(turns, 200, { ...open, atNewest: true })).toBe(false);
});
