import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { readTurns } from "./turns";

let me: Actor;
beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
});

const chat = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i % 2 ? "a: answer" : "u: question"} ${i + 1}`);

async function walk(sessionId: string, limit: number, q?: string) {
  const pages = [await readTurns(me, { sessionId, limit, q })];
  for (;;) {
    const cursor = pages.at(-1)?.next_cursor;
    if (!cursor) return pages;
    pages.push(await readTurns(me, { sessionId, limit, q, cursor }));
  }
}

describe("the index of questions", () => {
  test("holds each question once, newest first, and no answer", async () => {
    const { sessionId, messages } = await makeSession(me, chat(101));
    const pages = await walk(sessionId, 7);
    const questions = messages.filter((message) => message.role === "user").reverse();
    expect(pages.flatMap((page) => page.turns.map((turn) => turn.message_id))).toEqual(
      questions.map((message) => message.id),
    );
  });

  test.each([1, 2, 30, 400])("tells how many questions %i messages have", async (count) => {
    const { sessionId } = await makeSession(me, chat(count));
    const pages = await walk(sessionId, 20);
    const questions = Math.ceil(count / 2);
    expect(pages.at(-1)?.total_hint).toBe(questions);
    for (const page of pages) expect(Math.abs(page.total_hint - questions)).toBeLessThanOrEqual(1);
  });

  test("is empty for an empty conversation", async () => {
    const { sessionId } = await makeSession(me, []);
    expect(await readTurns(me, { sessionId, limit: 50 })).toEqual({
      turns: [],
      next_cursor: null,
      newer_cursor: null,
      total_hint: 0,
    });
  });

  test.each([1, 2, 199, 200, 399, 400])("opens at message %i of 400 and goes on to both ends", async (seq) => {
    const { sessionId, messages } = await makeSession(me, chat(400));
    const around = messages[seq - 1]?.id;
    const middle = await readTurns(me, { sessionId, limit: 20, around });
    const question = seq % 2 ? seq : seq - 1;
    expect(middle.turns.map((turn) => turn.seq)).toContain(question);
    const seqs = middle.turns.map((turn) => turn.seq);
    for (let page = middle; page.newer_cursor; ) {
      page = await readTurns(me, { sessionId, limit: 20, cursor: page.newer_cursor });
      seqs.unshift(...page.turns.map((turn) => turn.seq));
    }
    for (let page = middle; page.next_cursor; ) {
      page = await readTurns(me, { sessionId, limit: 20, cursor: page.next_cursor });
      seqs.push(...page.turns.map((turn) => turn.seq));
    }
    expect(seqs).toEqual(Array.from({ length: 200 }, (_, i) => 399 - 2 * i));
    expect(Math.abs(middle.total_hint - 200)).toBeLessThanOrEqual(20);
  });

  test("comes back the same way from an older page", async () => {
    const { sessionId } = await makeSession(me, chat(100));
    const first = await readTurns(me, { sessionId, limit: 10 });
    const older = await readTurns(me, { sessionId, limit: 10, cursor: first.next_cursor ?? "" });
    const back = await readTurns(me, { sessionId, limit: 10, cursor: older.newer_cursor ?? "" });
    expect(back.turns).toEqual(first.turns);
    expect(first.newer_cursor).toBeNull();
    expect(back.newer_cursor).toBeNull();
  });

  test("shows a line of at most 160 runes, on a whole grapheme, of a question of any length", async () => {
    const { sessionId } = await makeSession(me, [
      `u:   first\n\n line  ${"x".repeat(1_000_000)}`,
      `u: ${"👨‍👩‍👧‍👦".repeat(100)}`,
    ]);
    const { turns } = await readTurns(me, { sessionId, limit: 50 });
    expect(turns[1]?.preview).toMatch(/^first line x+$/);
    expect(Array.from(turns[1]?.preview ?? "")).toHaveLength(160);
    expect(turns[0]?.preview).toBe("👨‍👩‍👧‍👦".repeat(22));
  });

  test("is stable while questions are added", async () => {
    const { sessionId } = await makeSession(me, chat(40));
    const first = await readTurns(me, { sessionId, limit: 5 });
    const again = await readTurns(me, { sessionId, limit: 5, cursor: first.next_cursor ?? "" });
    expect(again.turns.map((turn) => turn.seq)).toEqual([29, 27, 25, 23, 21]);
  });
});

describe("searching it", () => {
  test("finds questions with all words, in any case and order", async () => {
    const { sessionId } = await makeSession(me, [
      "u: Where is the RED bicycle",
      "a: red bicycle",
      "u: a red car",
      "u: 红色的自行车在哪",
    ]);
    const found = async (q: string) =>
      (await walk(sessionId, 50, q)).flatMap((page) => page.turns.map((turn) => turn.seq));
    expect(await found("bicycle red")).toEqual([1]);
    expect(await found("RED")).toEqual([3, 1]);
    expect(await found("自行车")).toEqual([4]);
    expect(await found("100%_\\'")).toEqual([]);
  });

  test("goes on from page to page until it has looked at every question", async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `u: ${i % 1_000 === 0 ? "needle" : "hay"} ${i}`);
    const { sessionId } = await makeSession(me, lines);
    const pages = await walk(sessionId, 50, "needle");
    expect(pages.flatMap((page) => page.turns.map((turn) => turn.seq))).toEqual([4001, 3001, 2001, 1001, 1]);
    expect(pages.length).toBeGreaterThan(1);
    expect((await walk(sessionId, 2, "needle")).flatMap((page) => page.turns.map((turn) => turn.seq))).toEqual([
      4001, 3001, 2001, 1001, 1,
    ]);
    expect((await walk(sessionId, 50, "nowhere")).flatMap((page) => page.turns)).toEqual([]);
  });
});

test("a foreign conversation, and a cursor of another conversation or of other words, are refused", async () => {
  const { sessionId } = await makeSession(me, chat(40));
  const { sessionId: another } = await makeSession(me, chat(40));
  const cursor = (await readTurns(me, { sessionId, limit: 5 })).next_cursor ?? "";
  await expect(readTurns(await makeActor(), { sessionId, limit: 5 })).rejects.toMatchObject({ code: "not_found" });
  await expect(readTurns(me, { sessionId: uuidv7(), limit: 5 })).rejects.toMatchObject({ code: "not_found" });
  await expect(readTurns(me, { sessionId: another, limit: 5, cursor })).rejects.toMatchObject({
    code: "invalid_cursor",
  });
  await expect(readTurns(me, { sessionId, limit: 5, cursor, q: "other" })).rejects.toMatchObject({
    code: "invalid_cursor",
  });
});
