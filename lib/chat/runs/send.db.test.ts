import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { compactNow } from "@/lib/chat/compact";
import { truncate } from "@/lib/chat/truncate";
import { config } from "@/lib/config";
import { MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import { getDb } from "@/lib/db/client";
import { chatSessions } from "@/lib/db/schema";
import {
  answerOf,
  chunksOfRun,
  converse,
  draftOf,
  eventsOf,
  messagesOf,
  requestsAbout,
  runsOf,
  send,
  textOfDraft,
  until,
  withChat,
} from "@/test/support/chat";
import { runesOfTexts, wireMessages } from "@/test/support/context";
import { makeActor, makeSession } from "@/test/support/factories";
import { stopRun } from "./stop";

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "20000" });

const asLines = async (sessionId: string) =>
  (await messagesOf(sessionId)).map(({ seq, role, text, status }) => `${seq} ${role} ${status}: ${text}`);
const sentMessages = (words: string) =>
  requestsAbout(provider(), words).map((request) => request.body as { messages: { role: string; content: string }[] });

describe("a send", () => {
  test("stores the message, streams the answer and stores it", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#say The sea is blue.");
    const { chunks } = await chunksOfRun(actor, sent.run.id);
    expect(textOfDraft(draftOf(chunks))).toBe("The sea is blue.");
    expect(chunks[0]).toMatchObject({
      type: "start",
      messageId: sent.run.assistantMessageId,
      messageMetadata: { session_id: sent.sessionId, run_id: sent.run.id, user_message_id: sent.run.userMessageId },
    });
    expect(chunks.at(-1)).toMatchObject({ type: "finish", messageMetadata: { status: "complete", error: null } });
    expect(await asLines(sent.sessionId)).toEqual([
      "1 user complete: #say The sea is blue.",
      "2 assistant complete: The sea is blue.",
    ]);
    const answer = await answerOf(sent);
    expect(answer.parts).toEqual([{ type: "text", text: "The sea is blue." }]);
    expect(answer.usage?.output_tokens).toBeGreaterThan(0);
    expect((await runsOf(sent.sessionId)).map((run) => run.status)).toEqual(["complete"]);
    expect(await eventsOf(sent.sessionId)).toEqual([]);
  });

  test("shows the answer's row from the start, as running", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 5x20");
    const row = await answerOf(sent);
    expect([row.status, row.parts, row.runId, row.seq]).toEqual(["running", [], sent.run.id, 2]);
    await chunksOfRun(actor, sent.run.id);
  });

  test("goes with what was said before, and the session's counts follow", async () => {
    const actor = await makeActor();
    const { sent } = await converse(actor, "#say Noted, harbour.");
    await converse(actor, "And now, harbour?", { session_id: sent.sessionId });
    expect(sentMessages("And now, harbour?")[0]?.messages.slice(1)).toEqual([
      { role: "user", content: "#say Noted, harbour." },
      { role: "assistant", content: "Noted, harbour." },
      { role: "user", content: "And now, harbour?" },
    ]);
    const rows = await messagesOf(sent.sessionId);
    const db = await getDb();
    const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sent.sessionId));
    expect(session?.lastSeq).toBe(4);
    expect(session?.totalRunes).toBe(rows.reduce((sum, row) => sum + row.runes, 0));
    let before = 0;
    for (const row of rows) {
      expect(row.runesBefore).toBe(before);
      before += row.runes;
    }
  });

  test("names a new conversation by its first sentence", async () => {
    const actor = await makeActor();
    const titleOf = async (text: string) => {
      const { sent } = await converse(actor, text);
      const db = await getDb();
      return (await db.select().from(chatSessions).where(eq(chatSessions.id, sent.sessionId)))[0]?.title;
    };
    expect(await titleOf("What is a tide? I never knew.")).toBe("What is a tide?");
    expect(await titleOf("潮汐是什么？我一直不知道。")).toBe("潮汐是什么？");
    expect(await titleOf(`${"word ".repeat(40)}`)).toMatch(/^(?:word ){11}word…$/);
  });

  test("of a message that alone is too large is refused before anything is written", async () => {
    const actor = await makeActor();
    const { sessionId } = await makeSession(actor, ["u: hello", "a: hi"]);
    await expect(send(actor, "长".repeat(20_001), { session_id: sessionId })).rejects.toMatchObject({
      code: "message_too_large",
    });
    expect(await messagesOf(sessionId)).toHaveLength(2);
  });

  test("of the largest message that is taken stays within the limit, also where all but the summary was cut off", async () => {
    const actor = await makeActor();
    const lines = Array.from({ length: 12 }, (_, i) => `${i % 2 ? "a" : "u"}: ${"so we said. ".repeat(120)}${i}`);
    const { sessionId, messages } = await makeSession(actor, lines);
    provider().summariser.script(() => "We said this then, and it was good. ".repeat(40));
    const { verbatimSinceSeq } = await compactNow(actor, sessionId, { signal: new AbortController().signal });
    await truncate(actor, { sessionId, messageId: messages[verbatimSinceSeq - 1]?.id ?? "" });
    const limit = config().chat_context.limit_runes ?? 0;
    const refused = await send(actor, "x".repeat(limit), { session_id: sessionId }).catch((error: unknown) => error);
    const { limit_runes: largest } = (refused as { details: { limit_runes: number } }).details;
    await converse(actor, "x".repeat(largest - MESSAGE_OVERHEAD_RUNES), { session_id: sessionId });
    const request = provider().requests.findLast(({ merge }) => merge === null);
    expect(JSON.stringify(request?.body)).toContain("and it was good");
    expect(runesOfTexts(wireMessages(request?.body))).toBeLessThanOrEqual(limit);
  });

  test("into a session of somebody else is a 404 like an unknown one", async () => {
    const [owner, stranger] = [await makeActor(), await makeActor()];
    const { sessionId } = await makeSession(owner, ["u: hello"]);
    const refused = { code: "not_found", details: { kind: "session" } };
    await expect(send(stranger, "hi", { session_id: sessionId })).rejects.toMatchObject(refused);
    await expect(send(stranger, "hi", { session_id: randomUUID() })).rejects.toMatchObject(refused);
  });

  test("while an answer is written is refused with the run's id", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 20x20");
    await expect(send(actor, "more", { session_id: sent.sessionId })).rejects.toMatchObject({
      code: "run_active",
      details: { run_id: sent.run.id },
    });
    await chunksOfRun(actor, sent.run.id);
    expect(await messagesOf(sent.sessionId)).toHaveLength(2);
  });
});

describe("the same message sent again", () => {
  test("five times at once, and after the end: one conversation, one message, one run, one model call", async () => {
    const actor = await makeActor();
    const id = uuidv7();
    const all = await Promise.all(Array.from({ length: 5 }, () => send(actor, "#slow 5x10 once-only", { id })));
    expect(new Set(all.map((sent) => sent.run.id)).size).toBe(1);
    expect(all.filter((sent) => !sent.reused)).toHaveLength(1);
    const [sent] = all;
    if (!sent) throw new Error("nothing was sent");
    await chunksOfRun(actor, sent.run.id);
    const again = await send(actor, "#slow 5x10 once-only", { id });
    expect([again.reused, again.run.id, again.sessionId]).toEqual([true, sent.run.id, sent.sessionId]);
    const withSession = await send(actor, "#slow 5x10 once-only", { id, session_id: sent.sessionId });
    expect(withSession.run.id).toBe(sent.run.id);
    expect(await messagesOf(sent.sessionId)).toHaveLength(2);
    expect(await runsOf(sent.sessionId)).toHaveLength(1);
    expect(requestsAbout(provider(), "once-only")).toHaveLength(1);
  });

  test("with other text is a conflict", async () => {
    const actor = await makeActor();
    const id = uuidv7();
    const { sent } = await converse(actor, "one", { id });
    const conflict = { code: "message_id_conflict" };
    await expect(send(actor, "two", { id })).rejects.toMatchObject(conflict);
    await expect(send(actor, "two", { id, session_id: sent.sessionId })).rejects.toMatchObject(conflict);
    const { sessionId, messages } = await makeSession(actor, ["u: imported"]);
    await expect(send(actor, "imported", { id: messages[0]?.id ?? "", session_id: sessionId })).rejects.toMatchObject(
      conflict,
    );
  });

  test("the same id of two people makes two conversations", async () => {
    const [one, two] = [await makeActor(), await makeActor()];
    const id = uuidv7();
    const [a, b] = [await converse(one, "mine", { id }), await converse(two, "mine", { id })];
    expect(a.sent.sessionId).not.toBe(b.sent.sessionId);
  });

  test("with replace_from cuts off once only", async () => {
    const actor = await makeActor();
    const { sessionId, messages } = await makeSession(actor, ["u: one", "a: 1", "u: two", "a: 2", "u: three", "a: 3"]);
    const edit = { session_id: sessionId, replace_from: messages[2]?.id ?? "", id: uuidv7() };
    const all = await Promise.all(Array.from({ length: 4 }, () => send(actor, "#say Two again.", edit)));
    const [first] = all;
    if (!first) throw new Error("nothing was sent");
    await chunksOfRun(actor, first.run.id);
    const late = await send(actor, "#say Two again.", edit);
    expect(new Set([...all, late].map((sent) => sent.run.id)).size).toBe(1);
    expect(await asLines(sessionId)).toEqual([
      "1 user complete: one",
      "2 assistant complete: 1",
      "3 user complete: #say Two again.",
      "4 assistant complete: Two again.",
    ]);
  });
});

describe("a send that replaces", () => {
  test("stops the answer that is being written, and the model never sees what was cut off", async () => {
    const actor = await makeActor();
    const first = await send(actor, "#slow 1000x20 cut-off-words");
    await chunksOfRun(actor, first.run.id, { enough: (chunks) => chunks.length > 5 });
    const edited = await send(actor, "#say Edited lighthouse.", {
      session_id: first.sessionId,
      replace_from: first.run.userMessageId,
    });
    await chunksOfRun(actor, edited.run.id);
    expect(await asLines(first.sessionId)).toEqual([
      "1 user complete: #say Edited lighthouse.",
      "2 assistant complete: Edited lighthouse.",
    ]);
    expect(JSON.stringify(sentMessages("Edited lighthouse")[0])).not.toContain("cut-off-words");
    expect((await runsOf(first.sessionId)).map((run) => run.status).sort()).toEqual(["complete", "stopped"]);
  });

  test("an unknown message is a 404 and changes nothing", async () => {
    const actor = await makeActor();
    const { sessionId } = await makeSession(actor, ["u: one", "a: 1"]);
    await expect(send(actor, "x", { session_id: sessionId, replace_from: randomUUID() })).rejects.toMatchObject({
      code: "not_found",
      details: { kind: "message" },
    });
    expect(await messagesOf(sessionId)).toHaveLength(2);
  });
});

test("a send right after a stop waits for it, and goes with the stopped pair", async () => {
  const actor = await makeActor();
  const first = await send(actor, "#slow 1000x20 tell me of storms");
  await chunksOfRun(actor, first.run.id, { enough: (chunks) => chunks.length > 6 });
  const stopping = stopRun(actor, first.run.id);
  await until(async () => (await runsOf(first.sessionId)).every((run) => run.stopRequestedAt || run.endedAt));
  const second = await send(actor, "go on about storms", { session_id: first.sessionId });
  expect((await stopping).status).toBe("stopped");
  await chunksOfRun(actor, second.run.id);
  const partial = (await answerOf(first)).text;
  expect(partial).toMatch(/^w1 w2/);
  expect(sentMessages("go on about storms")[0]?.messages.slice(1)).toEqual([
    { role: "user", content: "#slow 1000x20 tell me of storms" },
    { role: "assistant", content: partial },
    { role: "user", content: "go on about storms" },
  ]);
  expect((await messagesOf(first.sessionId)).map((row) => row.seq)).toEqual([1, 2, 3, 4]);
});

test("an answer that failed is not in the next request", async () => {
  const actor = await makeActor();
  const { sent } = await converse(actor, "#cut 3 20 broken-harp");
  await until(async () => (await answerOf(sent)).status === "failed");
  await converse(actor, "and the harp?", { session_id: sent.sessionId });
  const messages = sentMessages("and the harp?")[0]?.messages ?? [];
  expect(messages.map((message) => message.role)).toEqual(["system", "user"]);
  expect(JSON.stringify(messages)).not.toContain("w1 w2");
});
