import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { chatMessages as m, chatSessions as s } from "@/lib/db/schema";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { type ExportFormat, exportSession } from "./export";
import { readHistory } from "./history";
import { importSession } from "./import";

let me: Actor;
beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
});

async function* linesOf(...lines: (string | object)[]) {
  for (const line of lines) yield typeof line === "string" ? line : JSON.stringify(line);
}
async function* many(count: number) {
  for (let i = 1; i <= count; i++) yield JSON.stringify({ role: i % 2 ? "user" : "assistant", text: `message ${i}` });
}
const rowsIn = async (sessionId: string) =>
  await (await getDb()).select().from(m).where(eq(m.sessionId, sessionId)).orderBy(asc(m.seq));
const exported = async (sessionId: string, format: ExportFormat) => {
  const pieces: string[] = [];
  for await (const piece of exportSession(me, sessionId, format)) pieces.push(piece);
  return pieces.join("");
};
const sessionCount = async () => (await (await getDb()).select({ id: s.id }).from(s)).length;

describe("an import", () => {
  test("keeps the file's order, speakers and times, whatever the times say", async () => {
    const { sessionId, messages } = await importSession(
      me,
      linesOf(
        "\uFEFF" +
          JSON.stringify({
            role: "user",
            text: "Hello?\nAnybody there",
            name: "Ann",
            created_at: "2023-05-08T13:56:00Z",
          }),
        "",
        { role: "user", text: "Again", created_at: "2001-01-01T00:00:00+02:00" },
        { role: "assistant", text: "你好" },
      ),
    );
    expect(messages).toBe(3);
    const rows = await rowsIn(sessionId);
    expect(rows.map((row) => [row.seq, row.role, row.name, row.text, row.runes])).toEqual([
      [1, "user", "Ann", "Hello?\nAnybody there", 32],
      [2, "user", null, "Again", 17],
      [3, "assistant", null, "你好", 14],
    ]);
    expect(rows.map((row) => row.runesBefore)).toEqual([0, 32, 49]);
    expect(rows.slice(0, 2).map((row) => row.createdAt.toISOString())).toEqual([
      "2023-05-08T13:56:00.000Z",
      "2000-12-31T22:00:00.000Z",
    ]);
    const [session] = await (await getDb()).select().from(s).where(eq(s.id, sessionId));
    expect(session).toMatchObject({ lastSeq: 3, totalRunes: 63, title: "Anybody there", titleSet: false });
    expect((await readHistory(me, { sessionId, limit: 2 })).messages.map((message) => message.text)).toEqual([
      "Again",
      "你好",
    ]);
  });

  test("goes in batches and tells how far it is", async () => {
    const progress: number[] = [];
    const { sessionId, messages } = await importSession(me, many(2_500), {
      title: "Big",
      onProgress: (done) => progress.push(done),
    });
    expect(messages).toBe(2_500);
    expect(progress).toEqual([1_000, 2_000, 2_500]);
    expect(await rowsIn(sessionId)).toHaveLength(2_500);
  });

  test.each([
    ["no JSON", "{role:", /^is not valid JSON$/],
    ["no object", "[]", /the line/],
    ["an unknown role", JSON.stringify({ role: "robot", text: "x" }), /role/],
    ["no text", JSON.stringify({ role: "user" }), /text/],
    ["a bad time", JSON.stringify({ role: "user", text: "x", created_at: "yesterday" }), /created_at/],
  ])("with %s in a line stops there with its number, and nothing is imported", async (_, bad, message) => {
    const before = await sessionCount();
    async function* lines() {
      yield* many(1_500);
      yield bad;
    }
    await expect(importSession(me, lines())).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [{ path: "line 1501", message: expect.stringMatching(message) }] },
    });
    expect(await sessionCount()).toBe(before);
  });

  test("stores what the database cannot as the replacement character", async () => {
    const { sessionId } = await importSession(
      me,
      linesOf('{"role":"user","text":"a\\u0000b\\ud800c","name":"\\u0000"}'),
    );
    expect(await rowsIn(sessionId)).toMatchObject([
      { text: "a\uFFFDb\uFFFDc", name: "\uFFFD", parts: [{ type: "text", text: "a\uFFFDb\uFFFDc" }] },
    ]);
  });

  test("of no lines is an empty conversation", async () => {
    const { sessionId, messages } = await importSession(me, linesOf());
    expect(messages).toBe(0);
    expect((await readHistory(me, { sessionId, limit: 10 })).messages).toEqual([]);
  });
});

describe("an export", () => {
  test("is taken back by an import as the same conversation", async () => {
    const { sessionId } = await makeSession(
      me,
      Array.from({ length: 1_200 }, (_, i) => `${i % 2 ? "a" : "u"}: line\n"${i}" \u2028 字`),
    );
    const db = await getDb();
    const parts = [
      { type: "reasoning" as const, text: "hm" },
      {
        type: "tool-look" as const,
        toolCallId: "1",
        state: "output-available" as const,
        input: { q: 1 },
        output: ["x"],
      },
      { type: "text" as const, text: "found" },
    ];
    await db.update(m).set({ parts, text: "found", model: "offline:cadau" }).where(eq(m.seq, 1_200));
    const jsonl = await exported(sessionId, "jsonl");
    const again = await importSession(me, linesOf(...jsonl.trimEnd().split("\n")));
    const plain = (rows: Awaited<ReturnType<typeof rowsIn>>) =>
      rows.map(({ seq, role, text, parts, status, model, createdAt }) => ({
        seq,
        role,
        text,
        parts,
        status,
        model,
        createdAt,
      }));
    expect(plain(await rowsIn(again.sessionId))).toEqual(plain(await rowsIn(sessionId)));
    expect(await exported(again.sessionId, "jsonl")).toBe(jsonl);
  });

  test("as Markdown shows who said what", async () => {
    const { sessionId } = await makeSession(me, ["u: Hello", "a: **Hi**"], { title: "Greetings" });
    expect(await exported(sessionId, "markdown")).toBe(
      "# Greetings\n\n## User · 2026-01-01T00:00:00.000Z\n\nHello\n\n## Assistant · 2026-01-01T00:00:01.000Z\n\n**Hi**\n",
    );
  });

  test("fails instead of ending early when its rest is cut off meanwhile", async () => {
    const { sessionId } = await makeSession(
      me,
      Array.from({ length: 1_200 }, (_, i) => `u: ${i}`),
    );
    const pieces = exportSession(me, sessionId, "jsonl");
    await pieces.next();
    await (await getDb()).delete(m).where(eq(m.sessionId, sessionId));
    const drain = async () => {
      for await (const _ of pieces);
    };
    await expect(drain()).rejects.toMatchObject({ code: "not_found" });
  });

  test("of a foreign conversation is refused", async () => {
    const { sessionId } = await makeSession(me, ["u: Hello"]);
    await expect(exportSession(await makeActor(), sessionId, "jsonl").next()).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
