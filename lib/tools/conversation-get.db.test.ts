import { fc, test as property } from "@fast-check/vitest";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { countRunes } from "@/lib/context/size/measure";
import { getDb } from "@/lib/db/client";
import { chatMessages, chatSessions } from "@/lib/db/schema";
import type { MessageParts } from "@/lib/db/schema/chat";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeSession } from "@/test/support/factories";
import { failureOf } from "@/test/support/failure";
import { callTool, NOWHERE } from "@/test/support/tools";

let me: Actor;
let other: Actor;
beforeAll(async () => {
  await freshDatabase();
  [me, other] = await Promise.all([makeActor({ timeZone: "Asia/Shanghai" }), makeActor()]);
});

const Next = z.object({ session_id: z.string(), from_seq: z.int(), to_seq: z.int().optional(), offset_runes: z.int() });
const Page = z.object({
  title: z.string(),
  last_seq: z.int(),
  messages: z.array(
    z.object({ seq: z.int(), speaker: z.string(), at: z.string(), link: z.string(), text: z.string() }),
  ),
  next: Next.nullable(),
});
const get = async (input: unknown, scope = {}) => Page.parse(await callTool(me, "conversation_get", input, scope));

/** Everything from there on, as a model reads it: page by page. */
async function readAll(input: z.infer<typeof Next>, max_runes: number) {
  const texts = new Map<number, string>();
  let pages = 0;
  for (let next: z.infer<typeof Next> | null = input; next; pages++) {
    const page: z.infer<typeof Page> = await get({ ...next, max_runes });
    const runes = page.messages.reduce((sum, { text }) => sum + countRunes(text), 0);
    expect(runes).toBeLessThanOrEqual(max_runes);
    for (const { seq, text } of page.messages) texts.set(seq, (texts.get(seq) ?? "") + text);
    next = page.next;
  }
  return { texts: [...texts.values()], pages };
}

test("a message by its number, of this conversation unless another is named", async () => {
  const { sessionId, messages } = await makeSession(me, ["u: where to?", "a: to Lisbon"], { title: "Spring" });
  const page = await get({ seq: 2 }, { sessionId });
  expect(page).toMatchObject({ title: "Spring", last_seq: 2, next: null });
  expect(page.messages).toEqual([
    {
      seq: 2,
      speaker: "assistant",
      at: "2026-01-01 08:00",
      link: `/c/${sessionId}?m=${messages[1]?.id}`,
      text: "to Lisbon",
    },
  ]);
  expect((await get({ session_id: sessionId, seq: 1 })).messages[0]?.text).toBe("where to?");
  expect((await get({ message_id: messages[0]?.id })).messages[0]?.text).toBe("where to?");
});

test("a range is read in order, and never as a whole", async () => {
  const lines = Array.from({ length: 120 }, (_, i) => `u: line ${i + 1}`);
  const { sessionId } = await makeSession(me, lines);
  const page = await get({ session_id: sessionId, from_seq: 1 });
  expect(page.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(page.next).toEqual({ session_id: sessionId, from_seq: 51, offset_runes: 0 });
  const some = await get({ session_id: sessionId, from_seq: 9, to_seq: 11 });
  expect(some.messages.map(({ text }) => text)).toEqual(["line 9", "line 10", "line 11"]);
  expect(some.next).toBeNull();
});

describe("in pieces", () => {
  property.prop(
    [
      fc.array(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((text) => !text.includes("\0")),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      fc.integer({ min: 1, max: 40 }),
    ],
    { numRuns: 25 },
  )("pages put together are the whole", async (texts, maxRunes) => {
    const { sessionId } = await makeSession(
      me,
      texts.map((text) => `u: ${text}`),
    );
    const { texts: read } = await readAll({ session_id: sessionId, from_seq: 1, offset_runes: 0 }, maxRunes);
    expect(read).toEqual(texts);
  });

  test("a giant is read piece by piece", async () => {
    const giant = "字😀a".repeat(40_000);
    const { sessionId } = await makeSession(me, [`u: ${giant}`, "a: read"]);
    const first = await get({ session_id: sessionId, seq: 1, max_runes: 1_000_000 });
    expect(countRunes(first.messages[0]?.text ?? "")).toBe(20_000);
    expect(first.messages[0]).toMatchObject({ seq: 1 });
    const { texts, pages } = await readAll({ session_id: sessionId, from_seq: 1, to_seq: 1, offset_runes: 0 }, 20_000);
    expect(texts).toEqual([giant]);
    expect(pages).toBe(6);
  });
});

test("tool calls and their results are told in full", async () => {
  const { sessionId, messages } = await makeSession(me, ["u: look", "a: done"]);
  const long = "x".repeat(3_000);
  const parts: MessageParts = [
    { type: "tool-file_read", toolCallId: "1", state: "output-available", input: { name: "a.md" }, output: long },
    { type: "tool-web_fetch", toolCallId: "2", state: "output-error", input: { url: "x" }, errorText: "refused: no" },
    { type: "text", text: "done" },
  ];
  const db = await getDb();
  await db
    .update(chatMessages)
    .set({ parts })
    .where(eq(chatMessages.id, messages[1]?.id ?? ""));
  const [message] = (await get({ session_id: sessionId, seq: 2 })).messages;
  expect(message?.text).toBe(
    `[tool file_read {"name":"a.md"}]\n→ ${long}\n\n[tool web_fetch {"url":"x"}]\n→ failed: refused: no\n\ndone`,
  );
});

test("what is another's, deleted or unknown is not found, each alike", async () => {
  const theirs = await makeSession(other, ["u: a secret of theirs"]);
  const gone = await makeSession(me, ["u: gone"]);
  const db = await getDb();
  await db.update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.id, gone.sessionId));
  const mine = await makeSession(me, ["u: mine"]);
  for (const input of [
    { session_id: theirs.sessionId, seq: 1 },
    { session_id: theirs.sessionId, message_id: theirs.messages[0]?.id },
    { message_id: theirs.messages[0]?.id },
    { session_id: mine.sessionId, message_id: theirs.messages[0]?.id },
    { session_id: gone.sessionId, from_seq: 1 },
    { message_id: gone.messages[0]?.id },
    { session_id: NOWHERE, seq: 1 },
    { session_id: "../..", seq: 1 },
    { message_id: "\0" },
    { session_id: mine.sessionId, seq: 2 },
    { session_id: mine.sessionId, seq: 0 },
  ]) {
    expect(await failureOf(callTool(me, "conversation_get", input)), JSON.stringify(input)).toBe("not_found");
  }
  const nothing = callTool(me, "conversation_get", {}, { sessionId: mine.sessionId });
  expect(await failureOf(nothing)).toBe("invalid_input");
});
