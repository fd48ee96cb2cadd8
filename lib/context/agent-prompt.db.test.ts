import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { fork } from "@/lib/chat/fork";
import { inspectContext } from "@/lib/chat/inspect";
import { createSession, getSession } from "@/lib/chat/sessions";
import { getDb } from "@/lib/db/client";
import { agents } from "@/lib/db/schema/agents";
import { createEntry } from "@/lib/memory/entry-edit";
import { homeOf } from "@/lib/memory/home";
import { converse, messagesOf, send, withChat } from "@/test/support/chat";
import { expectSoundContext, wireMessages } from "@/test/support/context";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";

// What an agent brings into a conversation, as the provider gets it.

const LIMIT_RUNES = 24_000;
const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: String(LIMIT_RUNES) });

let me: Actor;
beforeEach(async () => {
  me = await makeActor();
  provider().script(null);
  provider().summariser.script(null);
  provider().requests.length = 0;
});

const systemOf = (request: { body: unknown } | undefined) =>
  wireMessages(request?.body).flatMap(({ role, content }) => (role === "system" ? [String(content)] : []));
const chats = () => provider().requests.filter(({ merge }) => merge === null);
const talk = (messages: number) =>
  Array.from({ length: messages }, (_, i) => `${i % 2 ? "a" : "u"}: word${i}. ${"we said this. ".repeat(20)}`);

async function makeEntries(agentId: string, entries: readonly { title: string; body?: string; pinned?: boolean }[]) {
  for (const { title, body = "", pinned = false } of entries) {
    await createEntry(me, agentId, { title, body, pinned, kind: "fact", tags: [] });
  }
}

describe("a conversation with an agent", () => {
  test("has its name and instructions first, what it remembers after them, and nothing of either in a plain one", async () => {
    const agent = await makeAgent(me, { name: "Scout", instructions: "Speak like a scout." });
    await makeEntries(agent.id, [{ title: "Lives in Lisbon", body: "Moved there in 2026.", pinned: true }]);
    await converse(me, "#say hello", { agent_id: agent.id });
    await converse(me, "#say hello");
    const [withAgent, plain] = chats().map(systemOf);
    expect(withAgent?.[0]).toMatch(/Your name is "Scout"\.[\s\S]*Speak like a scout\./);
    expect(withAgent?.[1]).toContain("- Lives in Lisbon: Moved there in 2026.");
    expect(plain).toHaveLength(1);
    expect(withAgent?.[0]).toContain(plain?.[0]);
  });

  test("counts both in its budget, and shows them in the inspector as they are sent", async () => {
    const agent = await makeAgent(me, { instructions: "x".repeat(3_000) });
    await makeEntries(agent.id, [{ title: "Lives in Lisbon", pinned: true }]);
    const { sent } = await converse(me, "#say hello", { agent_id: agent.id });
    const seen = await inspectContext(me, sent.sessionId, { withPayload: true });
    const runes = Object.fromEntries(seen.parts.map((part) => [part.kind, part.runes]));
    expect(runes.instructions).toBeGreaterThan(3_000);
    expect(runes.memory).toBeGreaterThan(0);
    expect(seen.context_budget.used_runes).toBe(seen.parts.reduce((sum, part) => sum + part.runes, 0));
    expect(seen.payload?.instructions).toEqual(systemOf(chats()[0]));
    await expectSoundContext(sent.sessionId);
  });

  test("has the same first message byte by byte before and after a roll", async () => {
    const agent = await makeAgent(me, { name: "Scout", instructions: "Speak like a scout." });
    const { sessionId } = await makeSession(me, talk(40), { agentId: agent.id });
    await converse(me, "#say one", { session_id: sessionId });
    await compactNow(me, sessionId, { signal: new AbortController().signal });
    await converse(me, "#say two", { session_id: sessionId });
    const [before, after] = [chats()[0], chats().at(-1)].map(systemOf);
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.length).toBe(2); // The summary is there now.
  });

  test("is answered by the agent's model where nobody chose another, and keeps it", async () => {
    const agent = await makeAgent(me, { model: "offline:cadau" });
    const { sent } = await converse(me, "hello", { agent_id: agent.id });
    expect(sent.run.model).toBe("offline:cadau");
    expect((await getSession(me, sent.sessionId)).model).toBe("offline:cadau");
    expect((await createSession(me, { agent_id: agent.id })).model).toBe("offline:cadau");
  });

  test("branches into one with the same agent", async () => {
    const agent = await makeAgent(me);
    const { sent } = await converse(me, "#say hello", { agent_id: agent.id });
    const [question] = await messagesOf(sent.sessionId);
    const branch = await fork(me, { sessionId: sent.sessionId, messageId: question?.id ?? "" });
    expect(branch.agent_id).toBe(agent.id);
  });

  test("is refused with both numbers, before anything is written, where the agent leaves no room", async () => {
    const agent = await makeAgent(me, { instructions: "x".repeat(LIMIT_RUNES * 0.6) });
    await expect(send(me, "#say hello", { agent_id: agent.id })).rejects.toMatchObject({
      code: "instructions_too_large",
      details: { limit_runes: LIMIT_RUNES / 2 },
    });
    const { sessionId } = await makeSession(me, talk(4), { agentId: agent.id });
    await expect(send(me, "#say hello", { session_id: sessionId })).rejects.toMatchObject({
      code: "instructions_too_large",
    });
    expect(await messagesOf(sessionId)).toHaveLength(4);
    expect(provider().requests).toEqual([]);
  });

  test("recalls what fits under the cap, pinned entries first, and what it recalls never takes more than an eighth", async () => {
    const agent = await makeAgent(me);
    const facts = Array.from({ length: 5 }, (_, i) => ({ title: `Fact ${i}`, body: `Body of ${i}.`, pinned: true }));
    const others = Array.from({ length: 120 }, (_, i) => ({ title: `Other ${i} ${"of many words ".repeat(3)}` }));
    await makeEntries(agent.id, [...facts, ...others]);
    await converse(me, "#say hello", { agent_id: agent.id });
    const memory = systemOf(chats()[0])[1] ?? "";
    expect(memory.match(/^- Fact \d: Body of \d\.$/gm)).toHaveLength(5);
    expect(Array.from(memory).length).toBeLessThanOrEqual(LIMIT_RUNES / 8);
    expect(memory).toContain("- Other 119 ");
  });
});

test("what somebody writes into a file by hand is recalled in the next message", async () => {
  const agent = await makeAgent(me);
  const { sent } = await converse(me, "#say hello", { agent_id: agent.id });
  const entries = join(homeOf(agent, me.userId).directory, "entries");
  mkdirSync(entries, { recursive: true });
  writeFileSync(join(entries, "by-hand.md"), "---\ntitle: Lives in Lisbon\npinned: true\n---\nSince 2026.\n");
  await converse(me, "#say hello", { session_id: sent.sessionId });
  expect(systemOf(chats().at(-1))[1]).toContain("- Lives in Lisbon: Since 2026.");
});

describe("an agent that one may not begin with", () => {
  test("is not found when it is another's or none, also by a colleague while it is private", async () => {
    const stranger = await makeActor();
    const colleague = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    const agent = await makeAgent(me);
    for (const actor of [stranger, colleague]) {
      await expect(send(actor, "hello", { agent_id: agent.id })).rejects.toMatchObject({ code: "not_found" });
      await expect(createSession(actor, { agent_id: agent.id })).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(send(me, "hello", { agent_id: uuidv7() })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is refused when it is archived, and old conversations with it go on", async () => {
    const agent = await makeAgent(me, { archivedAt: new Date(), instructions: "Speak like a scout." });
    await expect(send(me, "hello", { agent_id: agent.id })).rejects.toMatchObject({ code: "agent_archived" });
    const { sessionId } = await makeSession(me, talk(2), { agentId: agent.id });
    await converse(me, "#say hello", { session_id: sessionId });
    expect(systemOf(chats()[0])[0]).toContain("Speak like a scout.");
  });

  test("says nothing more in old conversations once it is no longer shared, or gone", async () => {
    const colleague = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    const agent = await makeAgent(colleague, { visibility: "workspace", instructions: "Speak like a scout." });
    const { sent } = await converse(me, "#say hello", { agent_id: agent.id });
    expect(systemOf(chats()[0])[0]).toContain("Speak like a scout.");
    const db = await getDb();
    await db.update(agents).set({ visibility: "private" });
    await converse(me, "#say hello", { session_id: sent.sessionId });
    await db.update(agents).set({ visibility: "workspace", deletedAt: new Date() });
    await converse(me, "#say hello", { session_id: sent.sessionId });
    for (const request of chats().slice(1)) expect(systemOf(request)[0]).not.toContain("scout");
  });
});
