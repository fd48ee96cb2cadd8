import { beforeEach, expect, test } from "vitest";
import { getDb } from "@/lib/db/client";
import { memoryEntries, memoryPassages } from "@/lib/db/schema/agents";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { createEntry, deleteEntry } from "./entry-edit";
import { getNote, saveNote } from "./notes";
import { findInMemory } from "./search";

beforeEach(async () => void (await freshDatabase()));

const fact = (title: string, body = "") => ({ title, body, kind: "fact" as const, tags: [], pinned: false });

test("entries and notes are found by the same words, and by nobody else", async () => {
  const me = await makeActor();
  const { id } = await makeAgent(me);
  const { id: entry } = await createEntry(me, id, fact("Allergic to walnuts", "Found out in 2019."));
  await createEntry(me, id, fact("住在杭州西湖区"));
  await saveNote(me, id, "2026-03-02", { text: "# Day\n\nWe planted walnut trees.\n\nAnd ferns.", baseHash: null });
  const hits = await findInMemory(me, id, "walnut");
  expect(hits.map(({ kind }) => kind).sort()).toEqual(["entry", "note"]);
  expect(hits.find(({ kind }) => kind === "note")?.snippet).toContain("<mark>walnut</mark>");
  expect((await findInMemory(me, id, "西湖"))[0]).toMatchObject({ title: "住在杭州西湖区" });
  expect((await findInMemory(me, id, "2 March 2026"))[0]).toMatchObject({ day: "2026-03-02" });
  expect(await findInMemory(me, id, "to be")).toEqual([]);
  const other = await makeActor();
  await expect(findInMemory(other, id, "walnut")).rejects.toMatchObject({ code: "not_found" });

  const { hash } = await getNote(me, id, "2026-03-02");
  await saveNote(me, id, "2026-03-02", { text: "# Day\n\nNothing.", baseHash: hash });
  await deleteEntry(me, id, entry);
  expect(await findInMemory(me, id, "walnut")).toEqual([]);
});

test("what was there before the index is put into it", async () => {
  const me = await makeActor();
  const { id } = await makeAgent(me);
  await createEntry(me, id, fact("Plays the cello"));
  await saveNote(me, id, "2026-03-02", { text: "Cello lesson at six.", baseHash: null });
  const db = await getDb();
  await db.update(memoryEntries).set({ terms: null });
  await db.delete(memoryPassages);
  expect(await findInMemory(me, id, "cello")).toHaveLength(2);
});
