import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { deleteSession } from "@/lib/chat/sessions";
import { getDb } from "@/lib/db/client";
import { memoryTombstones } from "@/lib/db/schema/agents";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { putEntry } from "./entries";
import {
  createEntry,
  deleteEntry,
  entryHistory,
  forgetEntries,
  getEntry,
  mergeEntries,
  restoreChange,
  updateEntry,
} from "./entry-edit";
import { listEntries, searchMemory } from "./entry-list";
import { homeOf, withMemory } from "./home";

beforeAll(async () => {
  await freshDatabase();
});

async function makeMemory() {
  const actor = await makeActor();
  const agent = await makeAgent(actor);
  const write = (title: string, body = "", more = {}) =>
    createEntry(actor, agent.id, { title, body, kind: "fact", tags: [], pinned: false, ...more });
  return { actor, agentId: agent.id, home: homeOf(agent, actor.userId), write };
}
const tombstones = async (actor: Actor) =>
  (await getDb()).$count(memoryTombstones, eq(memoryTombstones.userId, actor.userId));

test("a list is walked page by page, and filtered", async () => {
  const { actor, agentId, write } = await makeMemory();
  for (let i = 0; i < 7; i++) await write(`Fact ${i}`, "", { pinned: i === 3, tags: i % 2 ? ["odd"] : [] });
  await write("住在上海", "她住在上海浦东,喜欢乌龙茶。", { kind: "preference" });
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listEntries(actor, agentId, { limit: 3, cursor });
    titles.push(...page.entries.map(({ title }) => title));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(titles).toHaveLength(8);
  expect(new Set(titles).size).toBe(8);
  const found = async (query: object) =>
    (await listEntries(actor, agentId, { limit: 50, ...query })).entries.map(({ title }) => title).sort();
  expect(await found({ q: "乌龙 上海" })).toEqual(["住在上海"]);
  expect(await found({ tag: "odd" })).toEqual(["Fact 1", "Fact 3", "Fact 5"]);
  expect(await found({ pinned: true, kind: "fact" })).toEqual(["Fact 3"]);
  expect(await found({ problem: true })).toEqual([]);
  const foreign = listEntries(actor, agentId, { limit: 3, cursor: "abc" });
  await expect(foreign).rejects.toMatchObject({ code: "invalid_cursor" });
});

test("the search puts words of the title first, and takes percent signs for what they are", async () => {
  const { actor, agentId, write } = await makeMemory();
  await write("Green tea", "every day");
  await write("Drinks", "green TEA, 100% pure");
  expect((await searchMemory(actor, agentId, "tea Green")).map(({ title }) => title)).toEqual(["Green tea", "Drinks"]);
  expect((await searchMemory(actor, agentId, "100%")).map(({ title }) => title)).toEqual(["Drinks"]);
  expect(await searchMemory(actor, agentId, "%")).toHaveLength(1);
  expect(await searchMemory(actor, agentId, "coffee")).toEqual([]);
});

test("an entry is changed over what was read; a hand edit is not written over", async () => {
  const { actor, agentId, home, write } = await makeMemory();
  const made = await write("Likes tea");
  const changed = await updateEntry(actor, agentId, made.id, { title: "Loves tea", base_hash: made.hash });
  expect(changed).toMatchObject({ title: "Loves tea", created_at: made.created_at });
  const file = join(home.directory, "entries", made.file);
  writeFileSync(file, readFileSync(file, "utf8").replace("Loves", "Adores"));
  const stale = updateEntry(actor, agentId, made.id, { title: "Hates tea", base_hash: changed.hash });
  await expect(stale).rejects.toMatchObject({ code: "file_changed" });
  expect(await getEntry(actor, agentId, made.id)).toMatchObject({ title: "Adores tea" });
  await updateEntry(actor, agentId, made.id, { pinned: true });
  expect(await getEntry(actor, agentId, made.id)).toMatchObject({ title: "Adores tea", pinned: true });
});

test("a file that cannot be read is shown, corrected by its text, or deleted", async () => {
  const { actor, agentId, home, write } = await makeMemory();
  const made = await write("Likes tea", "Green");
  writeFileSync(join(home.directory, "entries", made.file), "---\ntitle: [\n---\nGreen\n");
  const [broken] = (await listEntries(actor, agentId, { limit: 5, problem: true })).entries;
  expect(broken).toMatchObject({ problem: "bad_yaml", preview: expect.stringContaining("Green") });
  const shown = await getEntry(actor, agentId, broken?.id ?? "");
  await expect(updateEntry(actor, agentId, shown.id, { title: "New" })).rejects.toMatchObject({ code: "file_changed" });
  const wrong = updateEntry(actor, agentId, shown.id, { raw: "nothing", base_hash: shown.hash });
  await expect(wrong).rejects.toMatchObject({ code: "invalid_input" });
  const right = await updateEntry(actor, agentId, shown.id, { raw: made.raw, base_hash: shown.hash });
  expect(right).toMatchObject({ id: made.id, title: "Likes tea", problem: null });
});

test("what was deleted is restored from its history, unless that is deleted for good", async () => {
  const { actor, agentId, write } = await makeMemory();
  const made = await write("Likes tea", "Green");
  await updateEntry(actor, agentId, made.id, { body: "Black" });
  await deleteEntry(actor, agentId, made.id);
  expect(await tombstones(actor)).toBe(1);
  await expect(getEntry(actor, agentId, made.id)).rejects.toMatchObject({ code: "not_found" });
  const history = await entryHistory(actor, agentId, made.id);
  expect(history.map(({ kind }) => kind)).toEqual(["delete", "update", "add"]);
  expect(await restoreChange(actor, agentId, history[0]?.id ?? "")).toMatchObject({ id: made.id, body: "Black" });
  expect(await tombstones(actor)).toBe(0);
  expect(await restoreChange(actor, agentId, history[2]?.id ?? "")).toMatchObject({ body: "Green" });
  await deleteEntry(actor, agentId, made.id, { undo: true });
  expect(await tombstones(actor)).toBe(0);
  await deleteEntry(actor, agentId, made.id, { forGood: true });
  await expect(entryHistory(actor, agentId, made.id)).rejects.toMatchObject({ code: "not_found" });
});

test("several become one; the others can be restored", async () => {
  const { actor, agentId, write } = await makeMemory();
  const [a, b] = [await write("Likes tea"), await write("Drinks tea", "", { pinned: true })];
  const text = { title: "Tea", body: "Likes and drinks it", kind: "preference" as const, tags: ["tea"] };
  const merged = await mergeEntries(actor, agentId, { ids: [a.id, b.id], ...text });
  expect(merged).toMatchObject({ id: a.id, ...text, pinned: true });
  expect((await listEntries(actor, agentId, { limit: 5 })).entries).toHaveLength(1);
  const [gone] = await entryHistory(actor, agentId, b.id);
  expect(await restoreChange(actor, agentId, gone?.id ?? "")).toMatchObject({ id: b.id, title: "Drinks tea" });
});

test("when one of several cannot go, all stand as they were", async () => {
  const { actor, agentId, home, write } = await makeMemory();
  const [a, b, c] = [await write("Likes tea"), await write("Drinks tea"), await write("Buys tea")];
  const folder = join(home.directory, "entries");
  rmSync(join(folder, c.file));
  mkdirSync(join(folder, c.file));
  await expect(forgetEntries(actor, agentId, [b.id, c.id])).rejects.toMatchObject({ code: "file_changed" });
  expect(readdirSync(folder).sort()).toEqual([a.file, b.file, c.file].sort());
  expect((await getEntry(actor, agentId, b.id)).title).toBe("Drinks tea");
});

test("several are forgotten at once, whatever of them is gone already", async () => {
  const { actor, agentId, write } = await makeMemory();
  const [a, b, c] = [await write("Likes tea"), await write("Likes jazz"), await write("Likes rain")];
  await deleteEntry(actor, agentId, a.id, { undo: true });
  await forgetEntries(actor, agentId, [a.id, b.id]);
  expect((await listEntries(actor, agentId, { limit: 5 })).entries.map(({ id }) => id)).toEqual([c.id]);
  expect(await tombstones(actor)).toBe(1);
  const stranger = forgetEntries(await makeActor(), agentId, [c.id]);
  await expect(stranger).rejects.toMatchObject({ code: "not_found" });
});

test("a hand edit that nobody has seen yet is in the history when it is restored over", async () => {
  const { actor, agentId, home, write } = await makeMemory();
  const made = await write("Likes tea", "Green");
  const file = join(home.directory, "entries", made.file);
  writeFileSync(file, readFileSync(file, "utf8").replace("Green", "Written by hand"));
  const [first] = await entryHistory(actor, agentId, made.id);
  expect(await restoreChange(actor, agentId, first?.id ?? "")).toMatchObject({ body: "Green" });
  const texts = (await entryHistory(actor, agentId, made.id)).map(({ after }) => after);
  expect(texts.some((text) => text?.includes("Written by hand"))).toBe(true);
});

test("an entry names the conversation it came from, and says when that is gone", async () => {
  const { actor, agentId, home } = await makeMemory();
  const { sessionId, messages } = await makeSession(actor, ["u: I like tea"], { title: "About tea" });
  const source = { sessionId, messageIds: messages.map(({ id }) => id) };
  const entry = { id: sessionId, title: "Tea", kind: "fact" as const, tags: [], pinned: false, supersededBy: null };
  const times = { created: new Date(), updated: new Date() };
  await withMemory(home, (tx) =>
    putEntry(tx, home, { ...entry, ...times, source, body: "" }, { author: "extraction", kind: "add" }),
  );
  const told = { session_id: sessionId, message_ids: source.messageIds };
  expect((await getEntry(actor, agentId, entry.id)).source).toEqual({ ...told, title: "About tea" });
  await deleteSession(actor, sessionId);
  expect((await getEntry(actor, agentId, entry.id)).source).toEqual({ ...told, title: null });
});
