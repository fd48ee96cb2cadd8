import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { startContextWork, stopContextWork } from "@/lib/context/roll/background";
import { closeDatabase, getDb } from "@/lib/db/client";
import { type AgentRow, memoryJobs } from "@/lib/db/schema/agents";
import { startMemoryWork, stopMemoryWork } from "@/lib/memory/background";
import { createEntry, deleteEntry, getEntry } from "@/lib/memory/entry-edit";
import { homeOf } from "@/lib/memory/home";
import { messagesOf, runsOf, until, withChat } from "@/test/support/chat";
import { contextOf } from "@/test/support/context-reading";
import type { DeathPoint } from "@/test/support/dying";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { entriesOf } from "@/test/support/memory-reading";
import { type OtherProcess, startOtherProcess } from "@/test/support/other-process";
import { startRunLoops, stopRunLoops } from "./loop";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // Other processes take their time to start.
const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "29000", RUN_LEASE_MS: "2000" });

let me: Actor;
let agent: AgentRow;
let other: OtherProcess | undefined;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { name: "Scout", configJson: { memory_auto_append: true } });
  provider().requests.length = 0;
});
afterEach(async () => {
  await other?.kill();
  other = undefined;
  await Promise.all([stopMemoryWork(), stopContextWork(), stopRunLoops()]);
});

/** Sends it in a process that kills itself at that point. The embedded database is that one's meanwhile. */
async function sendAndDie(text: string, point: DeathPoint, sessionId?: string) {
  await stopRunLoops();
  await closeDatabase();
  other = await startOtherProcess();
  await other.dieAt(point);
  const input = sessionId ? { session_id: sessionId } : { agent_id: agent.id };
  const sent = await other.send(me, { message: { text }, ...input });
  expect(await other.gone).toBe("SIGKILL");
  return sent.sessionId;
}

/** As the product starts. */
async function startAgain(): Promise<void> {
  await startMemoryWork();
  await startRunLoops();
  await startContextWork();
}
const jobsAreDone = async () => {
  const jobs = await (await getDb()).select().from(memoryJobs).where(eq(memoryJobs.userId, me.userId));
  return jobs.length > 0 && jobs.every(({ state }) => state === "done");
};
const entries = () => entriesOf(agent.id);
const memoryPartsOf = async (sessionId: string) =>
  (await messagesOf(sessionId)).flatMap(({ parts }) => parts.filter(({ type }) => type === "data-memory"));

describe("a message that asks to remember something, whose process is killed", () => {
  const points: [string, DeathPoint][] = [
    ["before it is kept", { statement: 'update "memory_jobs" set "owner"' }],
    ["before the answer says so", "wish done"],
  ];
  test.each(points)("%s: the answer says what was kept, once, and it can be taken back", async (_, point) => {
    const sessionId = await sendAndDie("请记住我对花生过敏。", point);
    await startAgain();
    await until(async () => (await memoryPartsOf(sessionId)).length > 0 && (await jobsAreDone()));
    const [, answer] = await messagesOf(sessionId);
    expect(answer).toMatchObject({ status: "interrupted", error: { code: "process_lost" } });
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(await memoryPartsOf(sessionId)).toEqual([
      {
        type: "data-memory",
        id: "memory",
        data: { action: "remembered", entries: [{ id: entry?.id, title: entry?.title }] },
      },
    ]);
    // What its link and its Undo do.
    expect(await getEntry(me, agent.id, entry?.id ?? "")).toMatchObject({ body: expect.stringContaining("花生") });
    await deleteEntry(me, agent.id, entry?.id ?? "", { undo: true });
    expect(await entries()).toEqual([]);
  });
});

test("a message that asks to forget something, whose process is killed, is still asked about", async () => {
  const said = { title: "Allergic to peanuts", body: "I am allergic to peanuts.", tags: [], pinned: false };
  const entry = await createEntry(me, agent.id, { ...said, kind: "fact" });
  const sessionId = await sendAndDie("Forget that I am allergic to peanuts.", "wish done");
  await startAgain();
  await until(async () => (await memoryPartsOf(sessionId)).length > 0);
  expect(await memoryPartsOf(sessionId)).toMatchObject([
    { data: { action: "forget_asked", entries: [{ id: entry.id, title: entry.title }] } },
  ]);
  expect(await entries()).toHaveLength(1);
});

// Case 52.
test("killed right after the answer: append, flush and extraction are done at the next start, each once and in order", async () => {
  const lines = Array.from({ length: 40 }, (_, i) =>
    i === 0 ? "u: I live in Lisbon." : `${i % 2 ? "a" : "u"}: word${i}. ${"we said this. ".repeat(34)}`,
  );
  const { sessionId } = await makeSession(me, lines, { agentId: agent.id });
  expect((await contextOf(sessionId)).anchorSeq).toBe(1);
  await sendAndDie("#say the last echo.", "answer stored", sessionId);
  expect((await runsOf(sessionId))[0]?.status).toBe("complete");
  await startAgain();
  await until(async () => (await contextOf(sessionId)).anchorSeq > 20 && (await jobsAreDone()));

  const { directory } = homeOf(agent, me.userId);
  const note = readdirSync(directory)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => readFileSync(join(directory, name), "utf8"))
    .join("\n");
  const { anchorSeq } = await contextOf(sessionId);
  for (let n = 1; n < 40; n++) {
    expect([n, note.split(`word${n}.`).length - 1]).toEqual([n, n + 1 < anchorSeq ? 1 : 0]);
  }
  expect(note.split("> the last echo.").length - 1).toBe(1);
  expect(note.indexOf("the last echo.")).toBeLessThan(note.indexOf("word1."));
  expect((await entries()).map(({ body }) => body)).toEqual(["I live in Lisbon."]);
  expect(provider().requests.filter(({ userText }) => userText.includes("the last echo"))).toHaveLength(1);
});
