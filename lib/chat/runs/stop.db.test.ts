import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deleteSession } from "@/lib/chat/sessions";
import { truncate } from "@/lib/chat/truncate";
import { getDb } from "@/lib/db/client";
import { chatMessages, chatSessions } from "@/lib/db/schema";
import {
  answerOf,
  chunksOfRun,
  draftOf,
  eventsOf,
  messagesOf,
  requestsAbout,
  runsOf,
  send,
  until,
  withChat,
} from "@/test/support/chat";
import { makeActor } from "@/test/support/factories";
import { runs } from "./registry";
import { stopActiveRun, stopRun } from "./stop";

const { provider } = withChat();

const closedAfter = async (words: string, since: number) => {
  await until(() => requestsAbout(provider(), words)[0]?.closedByClientAt != null);
  return (requestsAbout(provider(), words)[0]?.closedByClientAt ?? 0) - since;
};

describe("a stop", () => {
  test("closes the provider's connection, keeps the partial answer, and every follower sees it", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 2000x20 long tale");
    const otherTab = chunksOfRun(actor, sent.run.id);
    await chunksOfRun(actor, sent.run.id, { enough: (chunks) => chunks.length > 6 });
    const since = Date.now();
    const stopped = await stopRun(actor, sent.run.id);
    expect(await closedAfter("long tale", since)).toBeLessThan(2_000);
    expect([stopped.status, stopped.endedAt !== null]).toEqual(["stopped", true]);
    const answer = await answerOf(sent);
    expect(answer).toMatchObject({
      status: "interrupted",
      error: { code: "stopped" },
      text: expect.stringMatching(/^w1 w2/),
    });
    const { chunks } = await otherTab;
    expect(chunks.slice(-2)).toMatchObject([
      { type: "abort" },
      { type: "finish", messageMetadata: { status: "interrupted", error: { code: "stopped" } } },
    ]);
    expect(draftOf(chunks).parts).toMatchObject([{ text: answer.text }]);
    expect(await eventsOf(sent.sessionId)).toEqual([]);
  });

  test("before the first word keeps the user's message", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#hang on");
    await until(() => requestsAbout(provider(), "#hang on").length > 0);
    const since = Date.now();
    expect((await stopRun(actor, sent.run.id)).status).toBe("stopped");
    expect(await closedAfter("#hang on", since)).toBeLessThan(2_000);
    const rows = await messagesOf(sent.sessionId);
    expect(rows.map(({ role, text, status, runes }) => [role, text, status, runes > 0])).toEqual([
      ["user", "#hang on", "complete", true],
      ["assistant", "", "interrupted", false],
    ]);
  });

  test("at the very moment of the send ends it as well", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 1000x20 no sooner");
    expect((await stopRun(actor, sent.run.id)).status).toBe("stopped");
    expect((await messagesOf(sent.sessionId))[0]?.text).toBe("#slow 1000x20 no sooner");
  });

  test("of a run that has ended changes nothing, and somebody else's is not found", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#say done");
    await chunksOfRun(actor, sent.run.id);
    expect((await stopRun(actor, sent.run.id)).status).toBe("complete");
    await expect(stopRun(await makeActor(), sent.run.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(stopActiveRun(sent.sessionId)).resolves.toBeUndefined();
  });
});

describe("while an answer streams", () => {
  test("deleting the conversation closes the connection, and nothing is written later", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 2000x20 doomed");
    await chunksOfRun(actor, sent.run.id, { enough: (chunks) => chunks.length > 4 });
    const since = Date.now();
    await deleteSession(actor, sent.sessionId);
    expect(await closedAfter("doomed", since)).toBeLessThan(2_000);
    await until(() => !runs().active.has(sent.run.id));
    expect((await messagesOf(sent.sessionId)).every((row) => row.text === "" || row.role === "user")).toBe(true);
    expect((await runsOf(sent.sessionId)).filter((run) => run.status === "running")).toEqual([]);
    await expect(chunksOfRun(actor, sent.run.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(send(actor, "back?", { session_id: sent.sessionId })).rejects.toMatchObject({ code: "not_found" });
  });

  test("a conversation deleted under it, rows and all, ends it within two seconds", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 2000x20 erased");
    const following = chunksOfRun(actor, sent.run.id);
    await until(() => (runs().active.get(sent.run.id)?.log.end ?? 0) > 10);
    const since = Date.now();
    await (await getDb()).delete(chatSessions).where(eq(chatSessions.id, sent.sessionId));
    expect(await closedAfter("erased", since)).toBeLessThan(2_500);
    expect((await following).chunks.at(-1)).toMatchObject({
      type: "finish",
      messageMetadata: { status: "interrupted" },
    });
    expect(await eventsOf(sent.sessionId)).toEqual([]);
  });

  test("a message deleted under it ends it, and is not written again", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 2000x20 rubbed out");
    await until(() => (runs().active.get(sent.run.id)?.log.end ?? 0) > 10);
    const since = Date.now();
    await (await getDb()).delete(chatMessages).where(eq(chatMessages.sessionId, sent.sessionId));
    expect(await closedAfter("rubbed out", since)).toBeLessThan(2_500);
    await until(() => !runs().active.has(sent.run.id));
    expect(await messagesOf(sent.sessionId)).toEqual([]);
    expect((await runsOf(sent.sessionId))[0]?.status).toBe("stopped");
  });

  test("truncating at the user's message stops it, and nothing comes back", async () => {
    const actor = await makeActor();
    const sent = await send(actor, "#slow 2000x20 taken back");
    await chunksOfRun(actor, sent.run.id, { enough: (chunks) => chunks.length > 4 });
    const since = Date.now();
    const { deleted } = await truncate(actor, { sessionId: sent.sessionId, messageId: sent.run.userMessageId });
    expect(deleted).toBe(2);
    expect(await closedAfter("taken back", since)).toBeLessThan(2_000);
    expect(await messagesOf(sent.sessionId)).toEqual([]);
  });
});
