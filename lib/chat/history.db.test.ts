import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { chatMessages, chatSessions } from "@/lib/db/schema";
import type { HistoryPage } from "@/lib/http/contract/messages";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { readHistory } from "./history";

let me: Actor;
beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
});

const chat = (count: number) => Array.from({ length: count }, (_, i) => `${i % 2 ? "a" : "u"}: message ${i + 1}`);
const seqs = (page: HistoryPage) => page.messages.map((message) => message.seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** One more message at the end, as a send would add it. */
async function append(sessionId: string, createdAt = new Date()) {
  const db = await getDb();
  const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
  if (!session) throw new Error("no such session");
  const seq = session.lastSeq + 1;
  const row = {
    sessionId,
    id: uuidv7(),
    seq,
    role: "user" as const,
    parts: [{ type: "text" as const, text: "new" }],
    text: "new",
  };
  await db.insert(chatMessages).values({ ...row, runes: 15, runesBefore: session.totalRunes, createdAt });
  await db
    .update(chatSessions)
    .set({ lastSeq: seq, totalRunes: session.totalRunes + 15 })
    .where(eq(chatSessions.id, sessionId));
  return row.id;
}

/** Pages from `start` in one direction to the end; `between` happens after each page. */
async function walk(
  sessionId: string,
  direction: "older" | "newer",
  start: HistoryPage,
  limit: number,
  between?: () => Promise<void>,
) {
  const pages = [start];
  for (let page = start; ; ) {
    const cursor = direction === "older" ? page.older_cursor : page.newer_cursor;
    if (cursor === null) return pages;
    await between?.();
    page = await readHistory(me, { sessionId, limit, cursor });
    pages.push(page);
  }
}

describe("paging", () => {
  test("the latest page is at the live edge, oldest message first", async () => {
    const { sessionId } = await makeSession(me, chat(120));
    const page = await readHistory(me, { sessionId, limit: 50 });
    expect(seqs(page)).toEqual(range(71, 120));
    expect(page).toMatchObject({ newer_cursor: null, at_live_edge: true, next_cursor: page.older_cursor });
    expect(page.context_budget.used_runes).toBeGreaterThan(0);
  });

  test.each([1, 7, 50, 200])(
    "a walk by %i to the start and back gives each message once, in the same order",
    async (limit) => {
      const { sessionId, messages } = await makeSession(me, chat(limit === 1 ? 20 : 150));
      const older = await walk(sessionId, "older", await readHistory(me, { sessionId, limit }), limit);
      const upwards = older.reverse().flatMap((page) => page.messages.map((message) => message.id));
      expect(upwards).toEqual(messages.map((message) => message.id));
      const [first] = older;
      if (!first) throw new Error("no page");
      const newer = await walk(sessionId, "newer", first, limit);
      expect(newer.flatMap((page) => page.messages.map((message) => message.id))).toEqual(upwards);
      expect(newer.map((page) => page.at_live_edge)).toEqual(newer.map((_, i) => i === newer.length - 1));
      expect(older.map((page) => page.older_cursor === null)).toEqual(older.map((_, i) => i === 0));
    },
  );

  test("an empty conversation is one empty page at the live edge", async () => {
    const { sessionId } = await makeSession(me, []);
    expect(await readHistory(me, { sessionId, limit: 50 })).toMatchObject({
      messages: [],
      older_cursor: null,
      newer_cursor: null,
      at_live_edge: true,
    });
  });

  test("one timestamp for all, old dates after live ones, one row deleted and one added between two calls", async () => {
    const { sessionId, messages } = await makeSession(me, chat(150));
    const db = await getDb();
    const at = new Date("2026-01-01T00:00:00Z");
    await db.update(chatMessages).set({ createdAt: at }).where(eq(chatMessages.sessionId, sessionId));
    for (let i = 0; i < 10; i++) await append(sessionId, new Date("1999-01-01T00:00:00Z"));
    const all = [...messages.map((message) => message.id)];
    const latest = await readHistory(me, { sessionId, limit: 20 });
    all.push(...latest.messages.slice(-10).map((message) => message.id));

    const deleted = messages[60];
    if (!deleted) throw new Error("no message");
    let step = 0;
    const added: string[] = [];
    const between = async () => {
      step++;
      if (step === 2)
        await db.execute(sql`delete from chat_messages where session_id = ${sessionId} and id = ${deleted.id}`);
      if (step === 3) added.push(await append(sessionId));
    };
    const older = await walk(sessionId, "older", latest, 20, between);
    const upwards = older.reverse().flatMap((page) => page.messages.map((message) => message.id));
    const standing = all.filter((id) => id !== deleted.id);
    expect(upwards).toEqual(standing);
    expect(older.map((page) => page.older_cursor === null)).toEqual(older.map((_, i) => i === 0));

    const [first] = older;
    if (!first) throw new Error("no page");
    const newer = await walk(sessionId, "newer", first, 20);
    expect(newer.flatMap((page) => page.messages.map((message) => message.id))).toEqual([...standing, ...added]);
    expect(newer.map((page) => page.newer_cursor === null)).toEqual(newer.map((_, i) => i === newer.length - 1));
  });

  test("the first message gone, the page that begins after it has nothing older", async () => {
    const { sessionId } = await makeSession(me, chat(30));
    const start = await readHistory(me, { sessionId, limit: 10, around: (await idAt(sessionId, 6)) ?? "" });
    await (await getDb()).execute(sql`delete from chat_messages where session_id = ${sessionId} and seq = 1`);
    const older = await readHistory(me, { sessionId, limit: 10, cursor: start.older_cursor ?? "" });
    expect(older).toMatchObject({ messages: [], older_cursor: null });
  });

  test("messages written while a reader walks down are met at the end", async () => {
    const { sessionId } = await makeSession(me, chat(40));
    const first = await readHistory(me, { sessionId, limit: 10, around: (await idAt(sessionId, 1)) ?? "" });
    let added = 0;
    const pages = await walk(sessionId, "newer", first, 10, async () => {
      if (added++ < 3) await append(sessionId);
    });
    expect(pages.flatMap(seqs)).toEqual(range(1, 43));
  });

  test("a cursor at what has been cut off leads back to what stands", async () => {
    const { sessionId } = await makeSession(me, chat(40));
    const middle = await readHistory(me, { sessionId, limit: 10, around: (await idAt(sessionId, 20)) ?? "" });
    const db = await getDb();
    await db.execute(sql`delete from chat_messages where session_id = ${sessionId} and seq > 5`);
    await db.update(chatSessions).set({ lastSeq: 5 }).where(eq(chatSessions.id, sessionId));
    const newer = await readHistory(me, { sessionId, limit: 10, cursor: middle.newer_cursor ?? "" });
    expect(newer).toMatchObject({ messages: [], newer_cursor: null, at_live_edge: true });
    expect(seqs(await readHistory(me, { sessionId, limit: 10, cursor: newer.older_cursor ?? "" }))).toEqual(
      range(1, 5),
    );
  });
});

async function idAt(sessionId: string, seq: number) {
  const rows = await (await getDb()).select().from(chatMessages).where(eq(chatMessages.sessionId, sessionId));
  return rows.find((row) => row.seq === seq)?.id;
}

describe("around", () => {
  test("message 50 of 5,000 is reached in one request, and both directions go on", async () => {
    const { sessionId, messages } = await makeSession(me, chat(5_000));
    const target = messages[49]?.id ?? "";
    const page = await readHistory(me, { sessionId, limit: 50, around: target });
    expect(page.messages.map((message) => message.id)).toContain(target);
    expect(seqs(page)).toEqual(range(26, 75));
    expect(page.at_live_edge).toBe(false);
    expect(seqs(await readHistory(me, { sessionId, limit: 50, cursor: page.older_cursor ?? "" }))).toEqual(
      range(1, 25),
    );
    expect(seqs(await readHistory(me, { sessionId, limit: 50, cursor: page.newer_cursor ?? "" }))).toEqual(
      range(76, 125),
    );
  });

  test.each([
    [1, 1, range(1, 6)],
    [3, 3, range(1, 8)],
    [10, 10, range(6, 15)],
    [20, 20, range(16, 20)],
  ])("message %i of 20", async (seq, _, expected) => {
    const { sessionId, messages } = await makeSession(me, chat(20));
    const page = await readHistory(me, { sessionId, limit: 10, around: messages[seq - 1]?.id });
    expect(seqs(page)).toEqual(expected);
    expect(page.older_cursor === null).toBe(expected[0] === 1);
    expect(page.at_live_edge).toBe(expected.at(-1) === 20);
  });

  test("a page of one is the message itself", async () => {
    const { sessionId, messages } = await makeSession(me, chat(9));
    expect(seqs(await readHistory(me, { sessionId, limit: 1, around: messages[4]?.id }))).toEqual([5]);
  });

  test("an unknown message, and one of another conversation, is a 404 whose kind is message", async () => {
    const { sessionId } = await makeSession(me, chat(5));
    const { messages: others } = await makeSession(me, chat(5));
    const missing = { code: "not_found", details: { kind: "message" } };
    await expect(readHistory(me, { sessionId, limit: 10, around: uuidv7() })).rejects.toMatchObject(missing);
    await expect(readHistory(me, { sessionId, limit: 10, around: others[2]?.id })).rejects.toMatchObject(missing);
  });
});

describe("whose it is", () => {
  test("a foreign conversation is the same 404 as an unknown one, with and without cursor or around", async () => {
    const { sessionId, messages } = await makeSession(me, chat(30));
    const page = await readHistory(me, { sessionId, limit: 10 });
    const other = await makeActor();
    const missing = { code: "not_found", details: { kind: "session" } };
    const given = [{}, { cursor: page.older_cursor ?? "" }, { around: messages[3]?.id }, { around: uuidv7() }];
    for (const at of given)
      await expect(readHistory(other, { sessionId, limit: 10, ...at })).rejects.toMatchObject(missing);
    await expect(readHistory(me, { sessionId: uuidv7(), limit: 10 })).rejects.toMatchObject(missing);
    await expect(readHistory({ ...me, workspaceId: uuidv7() }, { sessionId, limit: 10 })).rejects.toMatchObject(
      missing,
    );
  });

  test("a cursor of another conversation is refused", async () => {
    const { sessionId } = await makeSession(me, chat(30));
    const { sessionId: another } = await makeSession(me, chat(30));
    const page = await readHistory(me, { sessionId, limit: 10 });
    await expect(
      readHistory(me, { sessionId: another, limit: 10, cursor: page.older_cursor ?? "" }),
    ).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });
});

test("a long tool output is shortened in a page and says so", async () => {
  const { sessionId } = await makeSession(me, ["u: look", "a: done"]);
  const output = "x".repeat(100_000);
  const parts = [
    { type: "tool-read" as const, toolCallId: "1", state: "output-available" as const, input: {}, output },
  ];
  await (await getDb()).update(chatMessages).set({ parts }).where(sql`session_id = ${sessionId} and seq = 2`);
  const { messages } = await readHistory(me, { sessionId, limit: 10 });
  expect(messages.map((message) => message.truncated)).toEqual([undefined, true]);
  expect(JSON.stringify(messages).length).toBeLessThan(10_000);
});
