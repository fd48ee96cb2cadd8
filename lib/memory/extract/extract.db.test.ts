import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { getDb } from "@/lib/db/client";
import { entriesToRecall } from "@/lib/db/queries/memory-recall";
import { type AgentRow, memoryJobs } from "@/lib/db/schema/agents";
import { startMemoryWork, stopMemoryWork } from "@/lib/memory/background";
import { removeEntry } from "@/lib/memory/entries";
import { updateEntry } from "@/lib/memory/entry-edit";
import { homeOf, withMemory } from "@/lib/memory/home";
import { doJobs, ENTRY_JOBS } from "@/lib/memory/jobs";
import { syncMemory } from "@/lib/memory/sync";
import { works } from "@/lib/memory/works";
import { until, withChat } from "@/test/support/chat";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { entriesOf } from "@/test/support/memory-reading";

const { provider } = withChat({ CHAT_CONTEXT_LIMIT_RUNES: "24000" });
beforeAll(startMemoryWork);
afterAll(stopMemoryWork);

let me: Actor;
let agent: AgentRow;
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { name: "Scout" });
  provider().extractor.script(null);
  provider().requests.length = 0;
});

const FILLER = Array.from({ length: 12 }, (_, i) => `${i % 2 ? "a" : "u"}: And so on, number ${i}.`);

/** A conversation that says this, and more that stays in the window; what it said is flushed and looked through. */
async function told(...lines: string[]): Promise<string> {
  const { sessionId } = await makeSession(me, [...lines, ...FILLER], { agentId: agent.id });
  await compactNow(me, sessionId, { signal: new AbortController().signal });
  await until(async () => (await jobsOf(sessionId)).every(({ state }) => state === "done"));
  return sessionId;
}
const jobsOf = async (sessionId: string) =>
  await (await getDb()).select().from(memoryJobs).where(eq(memoryJobs.sessionId, sessionId));
const entries = () => entriesOf(agent.id);
const extractions = () => provider().requests.filter(({ extraction }) => extraction !== null);
const answer = (...operations: object[]) => JSON.stringify({ operations });
const fact = (body: string, ids = ["m1"]) => ({
  ...{ op: "add", title: body, body, kind: "fact", tags: [], message_ids: ids },
});

describe("after a flush", () => {
  test("entries are made of what people said, each with where it comes from", async () => {
    const sessionId = await told("u: I live in Lisbon.", "a: Lovely!");
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ body: "I live in Lisbon.", sourceSessionId: sessionId, problem: null });
    expect(entry?.sourceMessageIds).toHaveLength(1);
  });

  test("the request has no tools, and nothing of the agent", async () => {
    agent = await makeAgent(me, { instructions: "Speak like a scout." });
    await told("u: I live in Lisbon.", "a: Lovely!");
    const [request] = extractions();
    expect(JSON.stringify(request?.body)).not.toContain("scout");
    expect(request?.body).not.toHaveProperty("tools");
  });

  test("what is said again is recalled before what is newer, and keeps its place when it is edited", async () => {
    await told("u: I live in Lisbon.", "a: Lovely!");
    await told("u: I prefer tea to coffee.", "a: Noted.");
    const titles = async () =>
      (await entriesToRecall(await getDb(), { agentId: agent.id, userId: me.userId }, 9)).map(({ title }) => title);
    const [lisbon, tea] = await entries();
    expect(await titles()).toEqual([tea?.title, lisbon?.title]);
    await told("u: I live in Lisbon.", "a: I know.");
    expect(await titles()).toEqual([lisbon?.title, tea?.title]);
    expect((await entries()).map(({ uses }) => uses)).toEqual([1, 0]);
    for (const entry of [lisbon, tea]) await updateEntry(me, agent.id, entry?.id ?? "", { tags: ["home"] });
    expect(await titles()).toEqual([lisbon?.title, tea?.title]);
    expect((await entries()).map(({ uses }) => uses)).toEqual([1, 0]);
  });

  test("the same fact again makes no second entry, its opposite takes the place of the first", async () => {
    await told("u: I live in Lisbon.", "a: Lovely!");
    await told("u: I live in Lisbon.", "a: I know.");
    expect(await entries()).toHaveLength(1);
    provider().extractor.script(({ entries: [known] }) =>
      answer({ ...fact("I live in Porto now."), op: "supersede", id: known?.id }),
    );
    await told("u: I live in Porto now.", "a: Nice!");
    const [old, fresh] = await entries();
    expect(old).toMatchObject({ body: "I live in Lisbon.", supersededBy: fresh?.id });
    expect(fresh).toMatchObject({ body: "I live in Porto now.", supersededBy: null });
  });

  test("what was forgotten does not come back", async () => {
    await told("u: I live in Lisbon.", "a: Lovely!");
    const home = homeOf(agent, me.userId);
    const [entry] = await entries();
    await withMemory(home, (tx) => removeEntry(tx, home, entry?.id ?? "", { author: "person", kind: "delete" }));
    await told("u: I live in Lisbon.", "a: Lovely!");
    expect(await entries()).toEqual([]);
  });

  test("neither what the assistant said, nor what was quoted, nor a secret becomes an entry, whatever the model says", async () => {
    provider().extractor.script(() =>
      answer(
        fact("The person owns a castle in Wales."),
        fact("The person is the king of Norway."),
        fact("The password is hunter22x!"),
        fact("I live in Lisbon."),
      ),
    );
    await told(
      'u: I live in Lisbon. My password is hunter22x! She wrote: "I am the king of Norway"',
      "a: You own a castle in Wales.",
    );
    expect((await entries()).map(({ body }) => body)).toEqual(["I live in Lisbon."]);
  });

  test("at most so many entries are made as are allowed", async () => {
    provider().extractor.script(() =>
      answer(
        ...["tea", "rye bread", "jazz", "chess", "opera", "hiking", "rain", "maps", "cats", "trains"].map((what) =>
          fact(`I like ${what}.`),
        ),
      ),
    );
    await told("u: I like tea, rye bread, jazz, chess, opera, hiking, rain, maps, cats and trains.", "a: I see.");
    expect((await entries()).length).toBeGreaterThan(2);
    expect((await entries()).length).toBeLessThanOrEqual(8);
  });
});

describe("a model that fails", () => {
  test.each([
    ["answers nonsense", () => "Sure! Here you are."],
    ["refuses", () => ({ kind: "error" as const, status: 500, body: {} })],
  ])("which %s is asked once more, and then the rules do it", async (_, reply) => {
    provider().extractor.script(reply);
    await told("u: I live in Lisbon.", "a: Lovely!");
    expect(extractions()).toHaveLength(2);
    expect((await entries()).map(({ body }) => body)).toEqual(["I live in Lisbon."]);
  });

  test("is not needed by the offline model", async () => {
    agent = await makeAgent(me, { model: "offline:cadau" });
    await told("u: I live in Lisbon.", "a: Lovely!");
    expect(extractions()).toEqual([]);
    expect((await entries()).map(({ body }) => body)).toEqual(["I live in Lisbon."]);
  });
});

test("a process that comes back when another has done its job changes nothing", async () => {
  const { sessionId } = await makeSession(me, ["u: I live in Lisbon. I like rye bread.", ...FILLER], {
    agentId: agent.id,
  });
  await stopMemoryWork();
  await compactNow(me, sessionId, { signal: new AbortController().signal });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  provider().extractor.script(async () => {
    await held;
    return answer(fact("I like rye bread."));
  });
  const late = doJobs(sessionId, ENTRY_JOBS, works, { early: true });
  await until(() => extractions().length === 1);
  provider().extractor.script(() => answer(fact("I live in Lisbon.")));
  await (await getDb())
    .update(memoryJobs)
    .set({ leaseUntil: new Date(0) })
    .where(eq(memoryJobs.sessionId, sessionId));
  expect(await doJobs(sessionId, ENTRY_JOBS, works, { early: true })).toEqual({ done: 1, failed: false });
  release();
  expect(await late).toEqual({ done: 0, failed: true });
  await syncMemory(homeOf(agent, me.userId));
  expect((await entries()).map(({ body }) => body)).toEqual(["I live in Lisbon."]);
  expect((await jobsOf(sessionId)).map(({ state, error }) => [state, error])).toEqual([
    ["done", null],
    ["done", null],
  ]);
  await startMemoryWork();
});

test("nothing is extracted where that is off", async () => {
  agent = await makeAgent(me, { configJson: { memory_auto_extract: false } });
  await told("u: I live in Lisbon.", "a: Lovely!");
  expect(extractions()).toEqual([]);
  expect(await entries()).toEqual([]);
});
