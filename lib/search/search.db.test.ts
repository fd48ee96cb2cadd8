import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { fork } from "@/lib/chat/fork";
import { importSession } from "@/lib/chat/import";
import { updateSession } from "@/lib/chat/sessions";
import { truncate, undoTruncation } from "@/lib/chat/truncate";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { ODD_TEXTS } from "@/test/support/odd-texts";
import { searchMessages } from "./messages";

let me: Actor;
let stranger: Actor;
beforeAll(async () => {
  await freshDatabase();
  me = await makeActor();
  stranger = await makeActor({ workspaceId: me.workspaceId, role: "member" });
});

const LINES = [
  "u: 帮我比较一下GPT模型和本地部署的方案",
  "a: 本地部署適合資料不能外傳的公司，費用主要是顯卡。",
  "u: The function fooBar in user_profile.ts throws, see https://example.org/docs/setup",
  "a: Write to jane.doe@example.com; the invoice of 2026-03-02 was 1,250 euros. Don’t adopt the agency’s plan.",
  "u: 😀🎉",
  "a: 东京天气预报说明天有雨",
];

const found = async (q: string, actor = me, more: Partial<Parameters<typeof searchMessages>[1]> = {}) =>
  (await searchMessages(actor, { q, ...more })).hits.map(({ seq }) => seq);

describe("what a message is found by", () => {
  let sessionId: string;
  beforeAll(async () => {
    ({ sessionId } = await makeSession(me, LINES, { title: "Everything" }));
    await makeSession(stranger, ["u: GPT模型 fooBar 东京 lighthouse 😀"], { title: "Theirs" });
  });

  test.each([
    ["one character", "卡", 2],
    ["two characters", "比较", 1],
    ["three characters", "天气预", 6],
    ["eight characters", "资料不能外传的公", 2],
    ["simplified for traditional", "费用主要是显卡", 2],
    ["traditional for simplified", "東京天氣", 6],
    ["mixed", "GPT模型", 1],
    ["two words without a space", "东京天气", 6],
    ["full width", "ＧＰＴ", 1],
    ["another form of the word", "functions", 3],
    ["an identifier", "fooBar", 3],
    ["its words", "foo bar", 3],
    ["written another way", "foo_bar", 3],
    ["a file's name", "userProfile", 3],
    ["part of an address", "example.org", 3],
    ["a mail address", "jane.doe@example.com", 4],
    ["the domain", "example.com", 4],
    ["a number", "1250", 4],
    ["a date", "2 March 2026", 4],
    ["a possessive", "agency", 4],
    ["an emoji", "🎉", 5],
    ["a phrase", '"adopt the agency"', 4],
    ["a phrase without blanks", "“本地部署的方案”", 1],
  ])("%s", async (_, q, seq) => {
    const [first] = await found(q, me, { sessionId });
    expect(first).toBe(seq);
  });

  test("a typing slip, and a word not yet finished", async () => {
    const page = await searchMessages(me, { q: "invioce" });
    expect(page.hits[0]?.seq).toBe(4);
    expect(page.corrected).toEqual([{ word: "invioce", instead: ["invoice"] }]);
    expect((await found("invo"))[0]).toBe(4);
  });

  test("nothing to search is said, and finds nothing", async () => {
    for (const q of ["", " ", "?!… ()", "to be or not to", '"', "。，", "'; --"])
      expect(await searchMessages(me, { q }), q).toEqual({ hits: [], next_cursor: null, reason: "nothing_to_search" });
    expect(await searchMessages(me, { q: "🦀" })).toMatchObject({ hits: [], next_cursor: null });
  });

  test("the passage is escaped and its words are marked", async () => {
    const { sessionId } = await makeSession(me, [`u: ${"x".repeat(500)} <b>Zeppelins & kites</b> ${"y ".repeat(300)}`]);
    const [hit] = (await searchMessages(me, { q: "zeppelin", sessionId })).hits;
    expect(hit?.snippet).toContain("&lt;b&gt;<mark>Zeppelins</mark> &amp; kites");
    expect(hit?.snippet.startsWith("…") && hit.snippet.endsWith("…")).toBe(true);
  });

  test("never another's", async () => {
    expect(await searchMessages(me, { q: "lighthouse" })).toMatchObject({ hits: [] });
    await expect(searchMessages(stranger, { q: "GPT", sessionId })).rejects.toMatchObject({ code: "not_found" });
    const mine = await searchMessages(stranger, { q: "GPT模型 fooBar 东京 invoice" });
    expect(mine.hits.map(({ session_title }) => session_title)).toEqual(["Theirs"]);
    expect(mine.corrected).toBeUndefined();
    // The same person in another workspace has said nothing there.
    const elsewhere = await makeActor();
    expect(await found("GPT", { ...me, workspaceId: elsewhere.workspaceId })).toEqual([]);
  });

  test.each([...ODD_TEXTS, ["very long", "tsquery & | ! :* <-> 词 ".repeat(500)] as const])(
    "%s is a question like others",
    async (_, q) => {
      await searchMessages(me, { q: q.slice(0, 10_000) });
    },
  );
});

describe("filters", () => {
  beforeAll(async () => {
    const agent = await makeAgent(me, { name: "Gardener" });
    await makeSession(me, ["u: walnut shade", "a: walnut ferns"], {
      title: "Garden plan",
      agentId: agent.id,
      startedAt: new Date("2026-02-01T08:00:00Z"),
    });
    await makeSession(me, ["u: walnut bread"], { title: "Baking", startedAt: new Date("2026-03-05T23:30:00Z") });
  });
  const titles = async (q: string, more = {}) =>
    (await searchMessages(me, { q, ...more })).hits.map((hit) => `${hit.session_title} ${hit.seq}`).sort();

  test.each([
    ["walnut", ["Baking 1", "Garden plan 1", "Garden plan 2"]],
    ["walnut from:me", ["Baking 1", "Garden plan 1"]],
    ["walnut from:assistant", ["Garden plan 2"]],
    ["walnut agent:garden", ["Garden plan 1", "Garden plan 2"]],
    ["walnut in:baking", ["Baking 1"]],
    ['walnut in:"garden plan"', ["Garden plan 1", "Garden plan 2"]],
    ["walnut before:2026-03-05", ["Garden plan 1", "Garden plan 2"]],
    ["walnut after:2026-03-05", ["Baking 1"]],
    ["walnut after:2026-03-06", []],
    ["in:baking", ["Baking 1"]],
  ])("%s", async (q, expected) => expect(await titles(q)).toEqual(expected));

  test("days are the person's", async () => {
    const inTokyo = { ...me, timeZone: "Asia/Tokyo" };
    expect(await found("walnut after:2026-03-06", inTokyo)).toEqual([1]);
    expect(await titles("walnut", { from: "2026-03-05", to: "2026-03-05" })).toEqual(["Baking 1"]);
    expect(await titles("walnut", { to: "2026-03-04" })).toEqual(["Garden plan 1", "Garden plan 2"]);
  });
});

describe("what changes is found or not found at once", () => {
  async function* lines(...texts: string[]) {
    for (const text of texts) yield JSON.stringify({ role: "user", text, name: "Olivia" });
  }

  test("import, cut, undo, branch, rename", async () => {
    const { sessionId } = await importSession(me, lines("A quokka", "A second quokka"), { title: "Animals" });
    expect(await found("quokka")).toHaveLength(2);
    expect(await found("quokka from:olivia")).toHaveLength(2);
    const [last] = (await searchMessages(me, { q: "second quokka" })).hits;
    const { truncation_id } = await truncate(me, { sessionId, messageId: last?.message_id ?? "" });
    expect(await found("quokka")).toEqual([1]);
    await undoTruncation(me, truncation_id);
    expect(await found("quokka")).toHaveLength(2);
    await fork(me, { sessionId, messageId: last?.message_id ?? "" });
    expect(await found("quokka")).toHaveLength(4);
    expect(await found("quokka in:zoo")).toEqual([]);
    await updateSession(me, sessionId, { title: "Zoo" });
    expect(await found("quokka in:zoo")).toHaveLength(2);
  });
});

test("pages go on where the one before ended, and what is written meanwhile moves none", async () => {
  const actor = await makeActor();
  await makeSession(
    actor,
    Array.from({ length: 25 }, (_, i) => `u: marmot number ${i}`),
  );
  const first = await searchMessages(actor, { q: "marmot", limit: 10 });
  await makeSession(actor, ["u: marmot marmot"], { startedAt: new Date(Date.now() + 60_000) });
  const second = await searchMessages(actor, { q: "marmot", limit: 10, cursor: first.next_cursor ?? "" });
  const third = await searchMessages(actor, { q: "marmot", limit: 10, cursor: second.next_cursor ?? "" });
  expect(third.next_cursor).toBeNull();
  const ids = [first, second, third].flatMap(({ hits }) => hits.map(({ message_id }) => message_id));
  expect(new Set(ids).size).toBe(25);
  await expect(searchMessages(actor, { q: "other", cursor: first.next_cursor ?? "" })).rejects.toMatchObject({
    code: "invalid_cursor",
  });
});
