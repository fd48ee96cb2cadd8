import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { readHistory } from "@/lib/chat/history";
import { closeDatabase, getDb } from "@/lib/db/client";
import { chunksOfRun, eventsOf, messagesOf, requestsAbout, runsOf, send, until, withChat } from "@/test/support/chat";
import { makeActor } from "@/test/support/factories";
import { type OtherProcess, startOtherProcess } from "@/test/support/other-process";
import { startRunLoops, stopRunLoops } from "./loop";
import { settleIfLost } from "./recover";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // Other processes take their time to start.
const { provider } = withChat({ RUN_LEASE_MS: "2000", RUN_DRAIN_MS: "300" });
let other: OtherProcess | undefined;

// The embedded database has one process at a time: it is the other one's while the other one lives.
beforeAll(async () => {
  await stopRunLoops();
  await closeDatabase();
});
afterEach(async () => {
  await other?.kill();
  other = undefined;
  await stopRunLoops();
  await closeDatabase();
});

const firstWords = (words: string) => until(() => requestsAbout(provider(), words).length > 0, 20_000);

describe("a process killed in mid-answer", () => {
  test("within seconds of the next start the answer is interrupted, its part kept, and the conversation goes on", async () => {
    other = await startOtherProcess();
    const actor = await other.makeActor();
    const { run, sessionId } = await other.send(actor, { message: { text: "#slow 4000x20 killed" } });
    const running = other;
    await until(async () => (await running.written(sessionId)) > 5);
    await other.kill();

    await startRunLoops();
    await until(async () => (await runsOf(sessionId))[0]?.status !== "running", 20_000);
    const [question, answer] = await messagesOf(sessionId);
    expect(question?.text).toBe("#slow 4000x20 killed");
    expect(answer).toMatchObject({ status: "interrupted", error: { code: "process_lost" } });
    expect(answer?.text).toMatch(/^w1 w2 w3/);
    expect(await eventsOf(sessionId)).toEqual([]);

    // A tab that stayed open asks to go on from where it was, or anew.
    const { chunks } = await chunksOfRun(actor, run.id);
    expect(chunks.at(-1)).toMatchObject({ type: "finish", messageMetadata: { status: "interrupted" } });
    const next = await send(actor, "#say Going on.", { session_id: sessionId });
    await chunksOfRun(actor, next.run.id);
    expect((await messagesOf(sessionId)).map((row) => row.status)).toEqual([
      "complete",
      "interrupted",
      "complete",
      "complete",
    ]);
  });

  test("the same message sent again after the restart is the same run, and no model is asked again", async () => {
    other = await startOtherProcess();
    const actor = await other.makeActor();
    const input = { message: { id: "0190a000-0000-7000-8000-000000000001", text: "#say restart-proof" } };
    const before = await other.send(actor, input);
    await firstWords("restart-proof");
    await other.kill();
    const after = await send(actor, input.message.text, { id: input.message.id });
    expect([after.reused, after.run.id, after.sessionId]).toEqual([true, before.run.id, before.sessionId]);
    await chunksOfRun(actor, after.run.id);
    expect(await messagesOf(before.sessionId)).toHaveLength(2);
    expect(requestsAbout(provider(), "restart-proof")).toHaveLength(1);
  });
});

test("a process that is asked to end gives its answers their grace, then puts them down as interrupted", async () => {
  other = await startOtherProcess();
  const actor = await other.makeActor();
  const short = await other.send(actor, { message: { text: "#slow 5x20 in time" } });
  const long = await other.send(actor, { message: { text: "#slow 4000x20 too long" } });
  await firstWords("too long");
  const drained = other.drain();
  await expect(other.send(actor, { message: { text: "too late" } })).rejects.toThrow("shutting_down");
  await drained;
  await other.close();
  await other.kill();
  expect((await messagesOf(short.sessionId))[1]?.status).toBe("complete");
  expect((await messagesOf(long.sessionId))[1]).toMatchObject({
    status: "interrupted",
    error: { code: "process_lost" },
    text: expect.stringMatching(/^w1/),
  });
  await until(() => requestsAbout(provider(), "too long")[0]?.closedByClientAt != null);
});

test("a status left behind is settled when it is read, not trusted", async () => {
  const actor = await makeActor();
  const sent = await send(actor, "#say left behind");
  await chunksOfRun(actor, sent.run.id);
  const db = await getDb();
  await db.execute(
    sql`update chat_messages set status = 'running', parts = '[]' where id = ${sent.run.assistantMessageId}`,
  );
  const { messages } = await readHistory(actor, { sessionId: sent.sessionId, limit: 10 });
  expect(messages.map((message) => message.status)).toEqual(["complete", "interrupted"]);
  await settleIfLost(sent.sessionId);
});
