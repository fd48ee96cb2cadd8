import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { purgeDeletedSessions } from "@/lib/chat/purge";
import { deleteSession } from "@/lib/chat/sessions";
import { getDb } from "@/lib/db/client";
import { type AgentRow, memoryJobs } from "@/lib/db/schema/agents";
import { chatSessions } from "@/lib/db/schema/chat";
import { converse, requestsAbout, until, withChat } from "@/test/support/chat";
import { wireMessages } from "@/test/support/context";
import { makeActor, makeAgent } from "@/test/support/factories";
import { entriesOf } from "@/test/support/memory-reading";
import { startMemoryWork, stopMemoryWork } from "./background";
import { deleteEntry, getEntry } from "./entry-edit";
import { homeOf } from "./home";
import { getNote, listNotes } from "./notes";

// Cases 49 and 53, through the whole chat: what is said, sent, rolled and looked through for entries.

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000" });
beforeAll(startMemoryWork);
afterAll(stopMemoryWork);

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  // Without a model for that the rules find the entries: what they find is the same each time.
  agent = await makeAgent(me, { name: "Scout" });
  provider().extractor.script(() => "nonsense");
  provider().requests.length = 0;
});

const entries = () => entriesOf(agent.id);
const standing = async () =>
  (await entries()).filter(({ supersededBy }) => supersededBy === null).map(({ body }) => body);

/** A conversation of its own in which that is said, until it has left the context and was looked through. */
async function say(...texts: string[]): Promise<string> {
  const { sent } = await converse(me, texts[0] ?? "", { agent_id: agent.id });
  const { sessionId } = sent;
  for (const text of texts.slice(1)) await converse(me, text, { session_id: sessionId });
  for (let turn = 0; turn < 4; turn++) await converse(me, `And so on, ${turn}?`, { session_id: sessionId });
  await compactNow(me, sessionId, { signal: new AbortController().signal });
  await until(async () => {
    const jobs = await (await getDb()).select().from(memoryJobs).where(eq(memoryJobs.sessionId, sessionId));
    return jobs.some(({ kind }) => kind === "extract") && jobs.every(({ state }) => state === "done");
  });
  return sessionId;
}

const FACTS = [
  ["I live in Lisbon.", "I live in Lisbon!", "I live in Porto now."],
  ["我住在上海。", "我住在上海！", "我现在住在北京。"],
] as const;

test.each(FACTS)(
  "case 49: %s — said twice it is one entry, its opposite takes its place",
  async (fact, again, other) => {
    await say(fact, again);
    expect(await standing()).toHaveLength(1);
    await say(again);
    const [first, ...more] = await entries();
    expect(more).toEqual([]);
    await say(other);
    const [old, fresh, ...others] = await entries();
    expect(others).toEqual([]);
    expect(old).toMatchObject({ id: first?.id, supersededBy: fresh?.id });
    expect(fresh).toMatchObject({ supersededBy: null });
    // The next conversation is told what holds, and not what did.
    await converse(me, "Where do I live?", { agent_id: agent.id });
    const [request] = requestsAbout(provider(), "Where do I live?");
    const told = JSON.stringify(wireMessages(request?.body).filter(({ role }) => role === "system"));
    expect(told).toContain(fresh?.title);
    expect(told).not.toContain(old?.title);
  },
);

test.each(FACTS)("case 49: %s — deleted, it does not come back when it is said again", async (fact, again) => {
  await say(fact);
  const [entry] = await entries();
  await deleteEntry(me, agent.id, entry?.id ?? "");
  await say(again);
  expect(await entries()).toEqual([]);
});

test("case 49: asked for in so many words, the same is one entry, and its opposite takes its place", async () => {
  const { sent } = await converse(me, "Remember that I live in Lisbon.", { agent_id: agent.id });
  await converse(me, "Please remember: I live in Lisbon!", { session_id: sent.sessionId });
  expect(await standing()).toHaveLength(1);
  await converse(me, "Remember that I live in Porto now.", { session_id: sent.sessionId });
  expect(await standing()).toEqual([expect.stringContaining("Porto")]);
  expect(await entries()).toHaveLength(2);
});

test("case 53: what was kept outlives its conversation, and says that this is gone", async () => {
  const sessionId = await say("I live in Lisbon.");
  await converse(me, "Remember that I am allergic to peanuts.", { session_id: sessionId });
  const kept = await entries();
  expect(kept).toHaveLength(2);
  for (const { id } of kept) {
    expect((await getEntry(me, agent.id, id)).source).toMatchObject({
      session_id: sessionId,
      title: expect.any(String),
    });
  }
  const notes = await Promise.all((await listNotes(me, agent.id)).map(({ day }) => getNote(me, agent.id, day)));

  await deleteSession(me, sessionId);
  const expectKept = async () => {
    for (const { id, body } of kept) {
      expect(await getEntry(me, agent.id, id)).toMatchObject({ body, source: { session_id: sessionId, title: null } });
    }
    for (const note of notes) expect(await getNote(me, agent.id, note.day)).toEqual(note);
  };
  await expectKept();
  // The deletion began to purge by itself, and may be at it still.
  const rows = async () => await (await getDb()).select().from(chatSessions).where(eq(chatSessions.id, sessionId));
  await until(async () => (await purgeDeletedSessions()) > 0 || (await rows()).length === 0);
  expect(await rows()).toEqual([]);
  await expectKept();
  expect(existsSync(homeOf(agent, me.userId).directory)).toBe(true);

  // And it is told in the next conversation.
  await converse(me, "What may I not eat?", { agent_id: agent.id });
  const [request] = requestsAbout(provider(), "What may I not eat?");
  expect(JSON.stringify(request?.body)).toContain("peanuts");
});
