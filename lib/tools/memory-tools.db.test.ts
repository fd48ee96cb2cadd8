import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { findEntryRow } from "@/lib/db/queries/memory-entries";
import type { AgentRow } from "@/lib/db/schema";
import { createEntry, deleteEntry, entryHistory, getEntry, updateEntry } from "@/lib/memory/entry-edit";
import { homeOf } from "@/lib/memory/home";
import { saveNote } from "@/lib/memory/notes";
import { freshDatabase } from "@/test/support/engine";
import { type MadeSession, makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { failureOf } from "@/test/support/failure";
import { callTool, NOWHERE } from "@/test/support/tools";

let me: Actor;
let agent: AgentRow;
let talk: MadeSession;
beforeAll(async () => {
  await freshDatabase();
});
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me);
  talk = await makeSession(me, ["u: I moved to Lisbon"], { agentId: agent.id, title: "Moving" });
});

let calls = 0;
const scope = (more = {}) => ({
  sessionId: talk.sessionId,
  agentId: agent.id,
  currentSeq: 1,
  callId: `call ${calls++}`,
  ...more,
});
const call = (name: string, input: unknown, more = {}) => callTool(me, name, input, scope(more));
const Kept = z.object({ did: z.string(), entry_id: z.string(), title: z.string(), link: z.string() });
const write = async (input: unknown, more = {}) => Kept.parse(await call("memory_write", input, more));
const FACT = { text: "Lives in Lisbon since March 2026.", title: "Lives in Lisbon", kind: "fact" };
const note = (title: string, body: string) =>
  createEntry(me, agent.id, { title, body, kind: "fact", tags: [], pinned: false });

describe("memory_write", () => {
  test("adds an entry that says where it came from and who made it", async () => {
    const kept = await write(FACT);
    expect(kept).toMatchObject({
      did: "added",
      title: FACT.title,
      link: `/agents/${agent.id}/entries/${kept.entry_id}`,
    });
    const entry = await getEntry(me, agent.id, kept.entry_id);
    expect(entry).toMatchObject({ body: FACT.text, kind: "fact" });
    expect(entry.source).toMatchObject({ session_id: talk.sessionId, message_ids: [talk.messages[0]?.id] });
    const [change] = await entryHistory(me, agent.id, kept.entry_id);
    expect(change).toMatchObject({ author: "agent", kind: "add" });
  });

  test("keeps the same fact once, and lets its opposite take its place", async () => {
    const first = await write(FACT);
    expect(await write({ text: "lives in Lisbon, since March 2026" })).toMatchObject({
      did: "same",
      entry_id: first.entry_id,
    });
    const tea = await write({ text: "Drinks tea with milk." });
    const no = await write({ text: "Does not drink tea with milk." });
    expect(no.did).toBe("superseded");
    expect((await getEntry(me, agent.id, tea.entry_id)).superseded_by).toBe(no.entry_id);
  });

  test("rewrites an entry by its id, and only one of this memory", async () => {
    const { id } = await note("Coffee", "Likes it black.");
    const changed = await write({ entry_id: id, text: "Likes it with oat milk." });
    expect(changed).toMatchObject({ did: "updated", entry_id: id, title: "Coffee" });
    const entry = await getEntry(me, agent.id, id);
    expect(entry.body).toBe("Likes it with oat milk.");
    expect(entry.source?.message_ids).toEqual([talk.messages[0]?.id]);
    expect((await entryHistory(me, agent.id, id))[0]).toMatchObject({ author: "agent", kind: "update" });
    const other = await makeActor();
    const foreign = await makeAgent(other);
    const theirs = await createEntry(other, foreign.id, { ...entry, title: "Theirs" });
    for (const entry_id of [theirs.id, NOWHERE, "../../x", "\0"]) {
      expect(await failureOf(call("memory_write", { entry_id, text: "mine now" }))).toBe("not_found");
    }
    const elsewhere = call("memory_write", { entry_id: theirs.id, text: "mine" }, { agentId: foreign.id });
    expect(await failureOf(elsewhere)).toBe("not_found");
    expect((await getEntry(other, foreign.id, theirs.id)).body).toBe(entry.body);
  });

  test("keeps no secret, nothing empty and nothing of a document's length", async () => {
    const { id } = await note("Door", "It is green.");
    for (const [text, code] of [
      ["The key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD", "holds_secret"],
      ["My card is 4111 1111 1111 1111", "holds_secret"],
      [" ", "invalid_input"],
      ["long ".repeat(1_000), "invalid_input"],
    ] as const) {
      expect(await failureOf(call("memory_write", { text }))).toBe(code);
      expect(await failureOf(call("memory_write", { text, entry_id: id }))).toBe(code);
    }
    expect(await failureOf(call("memory_write", { text: "A fact.", kind: "gossip" }))).toBe("invalid_input");
    expect((await getEntry(me, agent.id, id)).body).toBe("It is green.");
  });

  test("what was forgotten does not come back by the agent's own doing", async () => {
    const { id } = await note("Allergy", "Is allergic to peanuts and walnuts.");
    await deleteEntry(me, agent.id, id);
    expect(await failureOf(call("memory_write", { text: "Allergic to walnuts and peanuts." }))).toBe("forgotten");
  });

  test("looked at again after a crash it has been done once", async () => {
    const again = { callId: "one" };
    const first = await write(FACT, again);
    expect((await write(FACT, again)).entry_id).toBe(first.entry_id);
    expect(await entryHistory(me, agent.id, first.entry_id)).toHaveLength(1);

    const change = { entry_id: first.entry_id, text: "Lives in Porto." };
    const more = { callId: "two" };
    await write(change, more);
    // A person changed it between the two.
    await updateEntry(me, agent.id, first.entry_id, { body: "Lives in Braga." });
    await write(change, more);
    expect((await getEntry(me, agent.id, first.entry_id)).body).toBe("Lives in Braga.");

    await call("memory_forget", { entry_id: first.entry_id }, { callId: "three" });
    expect(await call("memory_forget", { entry_id: first.entry_id }, { callId: "three" })).toMatchObject({
      forgotten: first.entry_id,
    });
    expect(await failureOf(call("memory_forget", { entry_id: first.entry_id }))).toBe("not_found");
  });
});

test("memory_forget takes an entry away; what it said does not come back, its history stays", async () => {
  const { id, body } = await note("Shoes", "Wears size forty two shoes.");
  expect(await call("memory_forget", { entry_id: id })).toEqual({ forgotten: id, title: "Shoes" });
  expect(await failureOf(call("memory_read", { entry_id: id }))).toBe("not_found");
  expect(await failureOf(call("memory_write", { text: body }))).toBe("forgotten");
  expect((await entryHistory(me, agent.id, id))[0]).toMatchObject({ author: "agent", kind: "delete" });
});

describe("memory_read", () => {
  test("reads an entry, with its source, and counts that as a use", async () => {
    const kept = await write(FACT);
    expect(await call("memory_read", { entry_id: kept.entry_id })).toMatchObject({
      ...{ entry_id: kept.entry_id, title: FACT.title, text: FACT.text, next_offset: null },
      source: `/c/${talk.sessionId}?m=${talk.messages[0]?.id}`,
    });
    const row = await findEntryRow(await getDb(), homeOf(agent, me.userId), kept.entry_id);
    expect(row?.uses).toBe(1);
    expect(row?.usedAt).not.toBeNull();
  });

  test("reads a day's note in pieces, which together are the whole", async () => {
    const text = `${"Said: 我们去里斯本 👩‍👩‍👧\n".repeat(400)}end`;
    await saveNote(me, agent.id, "2026-03-02", { text, baseHash: null });
    expect(await call("memory_read", {})).toEqual({
      days: [{ day: "2026-03-02", runes: Array.from(text).length }],
      of_days: 1,
    });
    const Piece = z.object({ text: z.string(), next_offset: z.int().nullable() });
    let read = "";
    for (let offset_runes: number | null = 0; offset_runes !== null; ) {
      const input = { day: "2026-03-02", offset_runes, max_runes: 777 };
      const piece: z.infer<typeof Piece> = Piece.parse(await call("memory_read", input));
      read += piece.text;
      offset_runes = piece.next_offset;
    }
    expect(read).toBe(text);
  });

  test("has nothing of anybody else, and no files but its own", async () => {
    const shared = await makeAgent(me, { visibility: "workspace" });
    const other = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    await saveNote(me, shared.id, "2026-03-02", { text: "mine", baseHash: null });
    const mine = await createEntry(me, shared.id, { title: "M", body: "mine", kind: "fact", tags: [], pinned: false });
    const as = { agentId: shared.id };
    for (const input of [{ entry_id: mine.id }, { day: "2026-03-02" }]) {
      expect(await failureOf(callTool(other, "memory_read", input, scope(as)))).toBe("not_found");
    }
    expect(await callTool(other, "memory_read", {}, scope(as))).toEqual({ days: [], of_days: 0 });
    for (const day of ["../x", "2026-02-30", "\0", "entries", "x".repeat(5_000)]) {
      expect(await failureOf(call("memory_read", { day })), day.slice(0, 20)).toBe("not_found");
    }
    expect(await failureOf(callTool(me, "memory_read", {}, { agentId: null }))).toBe("refused");
  });
});

test("memory_search finds entries of this memory alone", async () => {
  const kept = await write(FACT);
  const other = await makeActor();
  const foreign = await makeAgent(other);
  const found = await call("memory_search", { query: "Lisbon" });
  expect(found).toMatchObject({ entries: [{ entry_id: kept.entry_id, title: FACT.title }] });
  expect(await callTool(other, "memory_search", { query: "Lisbon" }, { agentId: foreign.id })).toMatchObject({
    entries: [],
  });
  expect(await failureOf(callTool(other, "memory_search", { query: "Lisbon" }, scope()))).toBe("not_found");
  for (const query of ["", "  ", "🎉", "!?"]) {
    expect(await failureOf(call("memory_search", { query }))).toBe("invalid_input");
  }
});

test("memory_search answers a question whose words no entry has all of", async () => {
  const lisbon = await write(FACT);
  await note("Coffee", "Likes it black.");
  const chinese = await note("住处", "三月起住在里斯本的老城区。");
  const titles = async (query: string) =>
    z
      .object({ entries: z.array(z.object({ entry_id: z.string() })) })
      .parse(await call("memory_search", { query }))
      .entries.map(({ entry_id }) => entry_id);
  expect((await titles("In which city does the person live, is it Lisbon?"))[0]).toBe(lisbon.entry_id);
  expect((await titles("他现在住在哪个城区"))[0]).toBe(chinese.id);
  expect(await titles("quantum chromodynamics")).toEqual([]);
});
