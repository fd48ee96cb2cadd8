import { describe, expect, test } from "vitest";
import type { Message } from "@/lib/http/contract/messages";
import { type Row, withDays, withVerbatimLine } from "./rows";

const message = (seq: number, day: number) =>
  ({ id: `m${seq}`, seq, created_at: `2026-03-0${day}T08:00:00.000Z` }) as Message;
const rowsOf = (messages: readonly Message[]) => withDays(messages, false, (at) => at.slice(0, 10));
const shown = (rows: readonly Row[]) =>
  rows.map((row) => (row.kind === "message" ? row.message.seq : row.kind === "day" ? "day" : "line"));
const line = (messages: readonly Message[], since: number) => shown(withVerbatimLine(rowsOf(messages), since));

describe("the line where verbatim begins", () => {
  const window = [message(11, 1), message(12, 1), message(13, 2), message(14, 2)];

  test("stands before the first message that the model sees word by word", () => {
    expect(line(window, 12)).toEqual([11, "line", 12, "day", 13, 14]);
    expect(line(window, 11)).toEqual(["line", 11, 12, "day", 13, 14]);
  });

  test("stands above the day that begins there", () => {
    expect(line(window, 13)).toEqual([11, 12, "line", "day", 13, 14]);
  });

  test("is not there where nothing is summarised, or where it lies outside the window", () => {
    for (const since of [1, 5, 10, 15]) expect(line(window, since), `${since}`).not.toContain("line");
    expect(line([], 5)).toEqual([]);
  });
});
