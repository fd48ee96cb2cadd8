import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { truncate, undoTruncation } from "@/lib/chat/truncate";
import { getDb } from "@/lib/db/client";
import { findMemory } from "@/lib/db/queries/agent-memories";
import { type AgentRow, memoryJobs } from "@/lib/db/schema";
import { converse, messagesOf, send, until, withChat } from "@/test/support/chat";
import { contextOf } from "@/test/support/context-reading";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { entriesOf } from "@/test/support/memory-reading";
import { kickMemory, startMemoryWork, stopMemoryWork } from "./background";
import { dayIn } from "./day";
import { flushNow } from "./flush-now";
import { homeOf, runtimeDirectory } from "./home";

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000" });
beforeAll(startMemoryWork);
afterAll(stopMemoryWork);

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { name: "Scout" });
  provider().script(null);
  provider().summariser.script(null);
  provider().requests.length = 0;
});

const today = () => dayIn("UTC", new Date());
const noteFile = (day = today()) => join(homeOf(agent, me.userId).directory, `${day}.md`);
const note = () => (existsSync(noteFile()) ? readFileSync(noteFile(), "utf8") : "");
const talk = (messages: number, from = 0) =>
  Array.from({ length: messages }, (_, i) => `${i % 2 ? "a" : "u"}: word${from + i}. ${"we said this. ".repeat(20)}`);
const compact = (sessionId: string) => compactNow(me, sessionId, { signal: new AbortController().signal });
async function turns(sessionId: string, count: number, text: string): Promise<void> {
  for (let turn = 0; turn < count; turn++) await converse(me, text, { session_id: sessionId });
}
const entries = () => entriesOf(agent.id);
const jobsAreDone = async () =>
  (await (await getDb()).select().from(memoryJobs).where(eq(memoryJobs.agentId, agent.id))).every(
    ({ state }) => state === "done",
  );
const archives = () => note().match(/context compaction archive/g)?.length ?? 0;
const timesOf = (n: number) => note().match(new RegExp(`word${n}\\b`, "g"))?.length ?? 0;

describe("what leaves the context of a conversation with an agent", () => {
  test("stands in the day's note before its anchor moves, each message once", async () => {
    const { sessionId, messages } = await makeSession(me, talk(40), { agentId: agent.id, title: "Plans" });
    let atMerge = "";
    provider().summariser.script(() => {
      atMerge = note();
      return "They talked about plans.";
    });
    await compact(sessionId);
    const { anchorSeq } = await contextOf(sessionId);
    expect(anchorSeq).toBeGreaterThan(30);
    expect(atMerge).toBe(note());
    expect(note()).toContain("Plans — context compaction archive");
    expect(note()).toContain(`/c/${sessionId}?m=${messages[0]?.id}`);
    for (let seq = 1; seq <= 40; seq++) expect([seq, timesOf(seq - 1)]).toEqual([seq, seq < anchorSeq ? 1 : 0]);
  });

  test("of four rolls makes four archives, and nothing is written twice", async () => {
    const { sessionId } = await makeSession(me, talk(20), { agentId: agent.id });
    for (let roll = 1; roll <= 4; roll++) {
      await compact(sessionId);
      expect(archives()).toBe(roll);
      await turns(sessionId, 4, "#say and on");
    }
    for (let n = 0; n < 20; n++) expect([n, timesOf(n)]).toEqual([n, 1]);
  });

  test("is no business of a conversation without an agent", async () => {
    const { sessionId } = await makeSession(me, talk(40));
    await compact(sessionId);
    expect((await contextOf(sessionId)).anchorSeq).toBeGreaterThan(30);
    expect(existsSync(homeOf(agent, me.userId).directory)).toBe(false);
  });

  test("goes into the memory of the person who said it, also where the agent is another's", async () => {
    const colleague = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    agent = await makeAgent(colleague, { visibility: "workspace" });
    const { sessionId } = await makeSession(me, talk(40), { agentId: agent.id });
    await compact(sessionId);
    expect(note()).toContain("word0.");
    expect(existsSync(homeOf(agent, colleague.userId).directory)).toBe(false);
  });

  test("does not go where the agent is no longer shared", async () => {
    const colleague = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    agent = await makeAgent(colleague, { visibility: "private" });
    const { sessionId } = await makeSession(me, talk(40), { agentId: agent.id });
    await compact(sessionId);
    expect((await contextOf(sessionId)).anchorSeq).toBeGreaterThan(30);
    expect(note()).toBe("");
  });
});

describe("flush now", () => {
  test("writes what is still word by word into the note, once, and a later roll writes none of it again", async () => {
    const { sessionId } = await makeSession(me, talk(20), { agentId: agent.id });
    await makeSession(me, talk(4, 50));
    expect(await flushNow(me, agent.id)).toEqual({ archived: 20, failed: 0 });
    expect(await flushNow(me, agent.id)).toEqual({ archived: 0, failed: 0 });
    await compact(sessionId);
    expect(archives()).toBe(1);
    for (let n = 0; n < 20; n++) expect([n, timesOf(n)]).toEqual([n, 1]);
    expect(timesOf(50)).toBe(0);
  });

  test("is the person's own: another's conversations with a shared agent stay out of it", async () => {
    const colleague = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    agent = await makeAgent(me, { visibility: "workspace" });
    await makeSession(colleague, talk(6), { agentId: agent.id });
    expect(await flushNow(me, agent.id)).toEqual({ archived: 0, failed: 0 });
    await expect(flushNow(await makeActor(), agent.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a memory that cannot be written", () => {
  const blocked = () => {
    const directory = runtimeDirectory();
    if (existsSync(directory)) renameSync(directory, `${directory}-away`);
    writeFileSync(directory, "in the way");
    return () => {
      rmSync(directory);
      if (existsSync(`${directory}-away`)) renameSync(`${directory}-away`, directory);
    };
  };

  test("stops neither roll nor chat, is told of, and has it all once it can be", async () => {
    const { sessionId } = await makeSession(me, talk(40), { agentId: agent.id });
    const unblock = blocked();
    try {
      await compact(sessionId);
      expect((await contextOf(sessionId)).anchorSeq).toBeGreaterThan(30);
      expect(await findMemory(await getDb(), { agentId: agent.id, userId: me.userId })).toMatchObject({
        // No path of this machine, and nothing of what was to be written.
        failure: expect.stringMatching(/^E[A-Z]+$/),
        failedAt: expect.any(Date),
      });
    } finally {
      unblock();
    }
    // The next roll does first what the last one could not.
    await turns(sessionId, 4, "#say and on");
    await compact(sessionId);
    expect(archives()).toBe(2);
    for (let n = 0; n < 34; n++) expect([n, timesOf(n)]).toEqual([n, 1]);
    expect(note().indexOf("word0.")).toBeLessThan(note().indexOf("and on"));
    expect(await findMemory(await getDb(), { agentId: agent.id, userId: me.userId })).toMatchObject({ failure: null });
  });
});

test("what was cut off before it could be written, and then came back, is written with the next archive", async () => {
  const { sessionId, messages } = await makeSession(me, [...talk(6), "u: I live in Lisbon.", ...talk(3, 6)], {
    agentId: agent.id,
  });
  await stopMemoryWork();
  const directory = runtimeDirectory();
  if (existsSync(directory)) renameSync(directory, `${directory}-away`);
  writeFileSync(directory, "in the way");
  await flushNow(me, agent.id);
  rmSync(directory);
  if (existsSync(`${directory}-away`)) renameSync(`${directory}-away`, directory);
  const { truncation_id } = await truncate(me, { sessionId, messageId: messages[4]?.id ?? "" });
  await startMemoryWork();
  await flushNow(me, agent.id);
  await until(jobsAreDone);
  expect(Array.from({ length: 9 }, (_, n) => timesOf(n))).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0]);
  expect(await entries()).toEqual([]);

  await undoTruncation(me, truncation_id);
  await flushNow(me, agent.id);
  await until(jobsAreDone);
  expect(Array.from({ length: 9 }, (_, n) => timesOf(n))).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect((await entries()).map(({ body }) => body)).toEqual(["I live in Lisbon."]);
});

describe("with memory_auto_append", () => {
  beforeEach(async () => {
    agent = await makeAgent(me, { configJson: { memory_auto_append: true } });
  });

  test("each finished turn is appended, and not archived again by a later flush", async () => {
    const { sessionId } = await makeSession(me, talk(2), { agentId: agent.id });
    for (let turn = 0; turn < 8; turn++) await turns(sessionId, 1, `#say echo${turn}.`);
    await until(async () => note().includes("echo7."));
    expect(archives()).toBe(0);
    await compact(sessionId);
    expect(archives()).toBe(1);
    for (let turn = 0; turn < 8; turn++) expect(note().match(new RegExp(`> echo${turn}\\.`, "g"))).toHaveLength(1);
  });

  test("what is cut off is struck in the note, and is not when it comes back", async () => {
    const { sessionId } = await send(me, "#say echo.", { agent_id: agent.id });
    await until(async () => note().includes("> echo."));
    const [question] = await messagesOf(sessionId);
    const before = note();
    const { truncation_id } = await truncate(me, { sessionId, messageId: question?.id ?? "" });
    kickMemory();
    await until(async () => note().includes("removed from the conversation"));
    expect(note()).toContain("> echo.");
    await undoTruncation(me, truncation_id);
    kickMemory();
    await until(async () => note() === before);
  });
});
