import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { ensureMemory, findMemory } from "@/lib/db/queries/agent-memories";
import { auditLog, workspaces } from "@/lib/db/schema/accounts";
import { agentMemories, agents } from "@/lib/db/schema/agents";
import { chatSessions } from "@/lib/db/schema/chat";
import type { AppError } from "@/lib/errors";
import { homeOf } from "@/lib/memory/home";
import { saveNote } from "@/lib/memory/notes";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent, makeSession } from "@/test/support/factories";
import { createAgent, duplicateAgent, getAgent, listAgents } from "./agents";
import { deleteKeptMemory, listKeptMemories, removeAgent, removeGoneAgents } from "./remove";
import { updateAgent } from "./update";

const codeOf = (task: Promise<unknown>) =>
  task.then(
    () => expect.unreachable("it should have failed"),
    (error: AppError) => error.code,
  );
/** One transparent pixel. */
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let owner: Actor;
let colleague: Actor;
// Each test has a workspace of its own; the database is theirs together.
beforeAll(freshDatabase);
beforeEach(async () => {
  owner = await makeActor();
  colleague = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
});

const audited = async (action: string) => {
  const rows = await (await getDb())
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.workspaceId, owner.workspaceId), eq(auditLog.action, action)));
  return rows.map(({ details }) => details);
};

describe("who sees an agent", () => {
  test("a private one is its owner's alone; a shared one every member's, and nobody's outside", async () => {
    const { id } = await createAgent(owner, { name: "Planner" });
    expect(await codeOf(getAgent(colleague, id))).toBe("not_found");
    expect(await listAgents(colleague)).toEqual({ agents: [], next_cursor: null });
    await updateAgent(owner, id, { visibility: "workspace" });
    expect(await getAgent(colleague, id)).toMatchObject({ mine: false, owner: { id: owner.userId } });
    expect((await listAgents(colleague)).agents.map((agent) => agent.id)).toEqual([id]);
    expect(await codeOf(getAgent(await makeActor(), id))).toBe("not_found");
  });

  test("the list goes on where the page before ended, the archived apart", async () => {
    const made = [];
    for (const name of ["one", "two", "three"]) made.push((await createAgent(owner, { name })).id);
    const first = await listAgents(owner, { limit: 2 });
    const rest = await listAgents(owner, { limit: 2, cursor: first.next_cursor ?? "" });
    expect([...first.agents, ...rest.agents].map(({ name }) => name)).toEqual(["three", "two", "one"]);
    expect(rest.next_cursor).toBeNull();
    await updateAgent(owner, made[1] ?? "", { archived: true });
    expect((await listAgents(owner)).agents.map(({ name }) => name)).toEqual(["three", "one"]);
    expect((await listAgents(owner, { archived: true })).agents.map(({ name }) => name)).toEqual(["two"]);
  });
});

describe("changing an agent", () => {
  test("keys of the configuration that are not named stay, null takes one away", async () => {
    const { id } = await createAgent(owner, {
      name: "A",
      config_json: { mine: { deep: [1] }, memory_auto_append: true },
    });
    const named = await updateAgent(owner, id, { config_json: { memory_auto_extract: false } });
    expect(named.config_json).toEqual({ mine: { deep: [1] }, memory_auto_append: true, memory_auto_extract: false });
    const cleared = await updateAgent(owner, id, { config_json: { memory_auto_append: null } });
    expect(cleared.config_json).toEqual({ mine: { deep: [1] }, memory_auto_extract: false });
    expect(cleared.toggles).toEqual({
      memory_auto_append: { on: false, by: "default" },
      memory_auto_extract: { on: false, by: "agent" },
    });
  });

  test("switches of tools are set one by one, and say who decided", async () => {
    const { id, tools } = await createAgent(owner, { name: "A", config_json: { tools: { web_fetch: "ask" } } });
    expect(tools.web_fetch).toEqual({ switch: "ask", by: "agent" });
    expect(tools.memory_write).toEqual({ switch: "on", by: "default" });
    const named = await updateAgent(owner, id, { config_json: { tools: { memory_write: "off" }, mine: 1 } });
    expect(named.config_json).toEqual({ tools: { web_fetch: "ask", memory_write: "off" }, mine: 1 });
    expect(named.tools.memory_write).toEqual({ switch: "off", by: "agent" });
    const cleared = await updateAgent(owner, id, { config_json: { tools: { web_fetch: null } } });
    expect(cleared.config_json).toEqual({ tools: { memory_write: "off" }, mine: 1 });
    expect(cleared.tools.web_fetch).toEqual({ switch: "off", by: "default" });
    expect((await updateAgent(owner, id, { config_json: { tools: null } })).config_json).toEqual({ mine: 1 });
    expect((await duplicateAgent(owner, id)).tools).toEqual((await getAgent(owner, id)).tools);
    await expect(updateAgent(colleague, id, { config_json: { tools: { web_fetch: "on" } } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("what the workspace decided holds, and says so", async () => {
    const { id } = await createAgent(owner, { name: "A", config_json: { memory_auto_append: true } });
    const db = await getDb();
    await db
      .update(workspaces)
      .set({ policy: { memory_auto_append: false } })
      .where(eq(workspaces.id, owner.workspaceId));
    expect((await getAgent(owner, id)).toggles.memory_auto_append).toEqual({ on: false, by: "workspace" });
    expect((await getAgent(owner, id)).config_json).toEqual({ memory_auto_append: true });
  });

  test("only the owner may, but admins may archive what is shared", async () => {
    const { id } = await createAgent(colleague, { name: "A", visibility: "workspace" });
    expect(await codeOf(updateAgent(owner, id, { name: "B" }))).toBe("not_owner");
    expect(await codeOf(updateAgent(owner, id, { archived: true, name: "B" }))).toBe("not_owner");
    expect((await updateAgent(owner, id, { archived: true })).archived).toBe(true);
    const member = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
    expect(await codeOf(updateAgent(member, id, { archived: false }))).toBe("not_owner");
    expect(await codeOf(removeAgent(owner, id, { memory: "keep" }))).toBe("not_owner");
  });

  test("is put down with before and after, long texts by their length", async () => {
    const { id } = await createAgent(owner, { name: "A", instructions: "secret words" });
    await updateAgent(owner, id, { name: "B", instructions: "more secret words", emoji: "🧭" });
    await updateAgent(owner, id, { name: "B" });
    expect(await audited("agent.changed")).toEqual([
      {
        name: "A",
        before: { name: "A", emoji: "", instructions: { runes: 12 } },
        after: { name: "B", emoji: "🧭", instructions: { runes: 17 } },
      },
    ]);
  });

  test.each([
    ["a name of blanks", { name: "  " }],
    ["a name that is too long", { name: "字".repeat(81) }],
    ["instructions that are too long", { instructions: "字".repeat(20_001) }],
    ["two emoji", { emoji: "🧭🧭" }],
    ["a letter for an emoji", { emoji: "a" }],
    ["a picture that is a drawing", { picture: "data:image/svg+xml;base64,PHN2Zy8+" }],
    ["a picture whose bytes are none", { picture: "data:image/png;base64,PHN2Zy8+" }],
    ["a picture of another kind than it says", { picture: PNG.replace("png", "webp") }],
    ["seven questions", { opening_questions: Array.from({ length: 7 }, () => "Why?") }],
    ["NUL in the configuration", { config_json: { a: ["\u0000"] } }],
    ["a configuration that is too deep", { config_json: { a: JSON.parse(`${"[".repeat(50)}${"]".repeat(50)}`) } }],
    ["a toggle that is a word", { config_json: { memory_auto_append: "yes" as never } }],
  ])("refuses %s", async (_, changes) => {
    const { id } = await createAgent(owner, { name: "A" });
    expect(await codeOf(updateAgent(owner, id, changes))).toBe("invalid_input");
  });

  test.each(["👩‍❤️‍💋‍👨", "🇨🇳", "1️⃣", "❤️", ""])("takes %j as an emoji", async (emoji) => {
    expect((await createAgent(owner, { name: "A", emoji })).emoji).toBe(emoji);
  });

  test("takes a picture, as long names and instructions as it says, and only models on offer", async () => {
    const longest = { name: "字".repeat(80), instructions: "😀".repeat(20_000), picture: PNG };
    expect(await createAgent(owner, longest)).toMatchObject(longest);
    expect(await codeOf(createAgent(owner, { name: "A", model: "nobody:nothing" }))).toBe("unknown_model");
  });
});

test("a copy of a shared agent is one's own and private, with an empty memory", async () => {
  const { id } = await createAgent(owner, {
    name: "A",
    emoji: "🧭",
    instructions: "Be brief.",
    visibility: "workspace",
  });
  await ensureMemory(await getDb(), { agentId: id, userId: colleague.userId });
  const copy = await duplicateAgent(colleague, id, { name: "Mine" });
  expect(copy).toMatchObject({
    name: "Mine",
    emoji: "🧭",
    instructions: "Be brief.",
    visibility: "private",
    mine: true,
  });
  expect(copy.memory).toMatchObject({ entries: 0, notes: 0 });
  expect(copy.id).not.toBe(id);
});

describe("deleting an agent", () => {
  const withMemory = async (actor: Actor, agentId: string) => {
    await ensureMemory(await getDb(), { agentId, userId: actor.userId });
    await (await getDb())
      .update(agentMemories)
      .set({ entries: 3, notes: 1 })
      .where(and(eq(agentMemories.agentId, agentId), eq(agentMemories.userId, actor.userId)));
  };

  test.each(["keep", "delete"] as const)(
    "with the owner's memory to %s, others' memories stay theirs",
    async (memory) => {
      const { id } = await createAgent(owner, { name: "A", visibility: "workspace" });
      const { sessionId } = await makeSession(colleague, ["u: hello"], { agentId: id });
      await withMemory(owner, id);
      await withMemory(colleague, id);
      await removeAgent(owner, id, { memory });

      expect(await codeOf(getAgent(owner, id))).toBe("not_found");
      expect(await codeOf(removeAgent(owner, id, { memory }))).toBe("not_found");
      const db = await getDb();
      await vi.waitFor(async () => {
        const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
        expect(session).toMatchObject({ agentId: null, lastSeq: 1, deletedAt: null });
      });
      expect((await listKeptMemories(owner)).map(({ agentId }) => agentId)).toEqual(memory === "keep" ? [id] : []);
      expect(await listKeptMemories(colleague)).toMatchObject([{ agentId: id, name: "A", entries: 3, notes: 1 }]);
    },
  );

  test("its row goes once nobody has a memory of it, and an empty one is none unless somebody put a file there", async () => {
    const rowOf = async (id: string) => (await (await getDb()).select().from(agents).where(eq(agents.id, id))).length;
    const deleted = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const row = await makeAgent(owner);
        await ensureMemory(await getDb(), { agentId: row.id, userId: owner.userId });
        return row;
      }),
    );
    const [never, kept, byHand] = deleted.map((row) => ({ id: row.id, home: homeOf(row, owner.userId) }));
    if (!never || !kept || !byHand) throw new Error("three were made");
    await saveNote(owner, kept.id, "2026-03-02", { text: "Hello", baseHash: null });
    await mkdir(byHand.home.directory, { recursive: true });
    await writeFile(join(byHand.home.directory, "2026-03-02.md"), "Put here by hand");
    for (const { id } of deleted) await removeAgent(owner, id, { memory: "keep" });
    await removeGoneAgents();
    expect(await Promise.all(deleted.map(({ id }) => rowOf(id)))).toEqual([0, 1, 1]);
    expect(await readdir(byHand.home.directory)).toEqual(["2026-03-02.md"]);
  });

  test("a kept memory is deleted by whom it belongs to", async () => {
    const { id } = await createAgent(owner, { name: "A" });
    await withMemory(owner, id);
    expect(await codeOf(deleteKeptMemory(owner, id))).toBe("not_found");
    await removeAgent(owner, id, { memory: "keep" });
    expect(await codeOf(deleteKeptMemory(colleague, id))).toBe("not_found");
    expect(await codeOf(deleteKeptMemory(owner, uuidv7()))).toBe("not_found");
    await deleteKeptMemory(owner, id);
    expect(await listKeptMemories(owner)).toEqual([]);
    const row = await findMemory(await getDb(), { agentId: id, userId: owner.userId });
    expect(row?.deletedAt).toBeInstanceOf(Date);
  });
});
