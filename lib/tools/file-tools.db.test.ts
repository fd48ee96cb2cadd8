import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { removeAgent, removeGoneAgents } from "@/lib/agents/remove";
import type { Actor } from "@/lib/auth/actor-type";
import { purgeDeleted } from "@/lib/chat/purge-deleted";
import { getDb } from "@/lib/db/client";
import { eraseAccount } from "@/lib/db/queries/account-removal";
import type { AgentRow } from "@/lib/db/schema";
import { folderOf } from "@/lib/memory/folder-path";
import { homeOf } from "@/lib/memory/home";
import { saveNote } from "@/lib/memory/notes";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { failureOf } from "@/test/support/failure";
import { callTool } from "@/test/support/tools";

let me: Actor;
let agent: AgentRow;
beforeAll(async () => {
  Object.assign(process.env, { AGENT_FILES_MAX_BYTES: "2000", AGENT_FILES_MAX_FILES: "5" });
  await freshDatabase();
});
beforeEach(async () => {
  me = await makeActor();
  agent = await makeAgent(me, { visibility: "workspace" });
});

let calls = 0;
const as = (actor: Actor, name: string, input: unknown, callId = `call ${calls++}`) =>
  callTool(actor, name, input, { agentId: agent.id, callId });
const write = (name: string, text: string, mode = "create", callId?: string) =>
  as(me, "file_write", { name, text, mode }, callId);
const Text = z.object({ text: z.string(), of_runes: z.int(), next_offset: z.int().nullable() });
const read = async (name: string, actor = me) => Text.parse(await as(actor, "file_read", { name })).text;
const folder = (actor = me) => folderOf(homeOf(agent, actor.userId));

test("what is written is read and listed; modes do what they say", async () => {
  expect(await write("plan.md", "# Plan\n")).toEqual({ name: "plan.md", bytes: 7 });
  expect(await failureOf(write("plan.md", "other"))).toBe("exists");
  await write("plan.md", "one 一\n", "append");
  expect(await read("plan.md")).toBe("# Plan\none 一\n");
  await write("plan.md", "new", "replace");
  await write("log 2.txt", "a", "append");
  expect(await read("plan.md")).toBe("new");
  expect(await as(me, "file_list", {})).toMatchObject({
    files: [
      { name: "log 2.txt", bytes: 1 },
      { name: "plan.md", bytes: 3 },
    ],
    ...{ of_files: 2, bytes: 4, most_files: 5, most_bytes: 2000 },
  });
  expect(await write("plan.md", "", "delete")).toEqual({ deleted: "plan.md" });
  expect(await failureOf(as(me, "file_read", { name: "plan.md" }))).toBe("not_found");
  expect(await failureOf(write("plan.md", "", "delete"))).toBe("not_found");
});

test("each person has a folder of their own, of a shared agent too", async () => {
  const other = await makeActor({ workspaceId: me.workspaceId, role: "member" });
  const stranger = await makeActor();
  await write("mine.md", "mine");
  expect(await failureOf(as(other, "file_read", { name: "mine.md" }))).toBe("not_found");
  expect(await as(other, "file_list", {})).toMatchObject({ files: [] });
  await as(other, "file_write", { name: "mine.md", text: "theirs", mode: "create" });
  expect(await read("mine.md")).toBe("mine");
  expect(await read("mine.md", other)).toBe("theirs");
  for (const [tool, input] of [
    ["file_list", {}],
    ["file_read", { name: "mine.md" }],
    ["file_write", { name: "x.md", text: "x", mode: "create" }],
  ] as const) {
    expect(await failureOf(as(stranger, tool, input))).toBe("not_found");
    expect(await failureOf(callTool(me, tool, input, { agentId: null }))).toBe("refused");
  }
});

/** All files of this test but the database's. */
const everything = () =>
  readdirSync(process.env.DATA_DIR ?? "", { recursive: true })
    .filter((name) => !`${name}`.startsWith("pglite"))
    .sort();

describe("names", () => {
  const bad = [
    ...["..", ".", "", "../x", "..\\x", "a/b", "/etc/passwd", "%2e%2e/x/", "a\0b", ".hidden", ".calls.json", "x..md"],
    ...["x".repeat(5_000), "字".repeat(100), "a\nb", "x.", "x ", " x", "C:x", "\u202Ex.md", "memory/2026-03-02.md"],
  ];
  test.each(bad)("%j is none: nothing is read or written", async (name) => {
    const before = everything();
    for (const mode of ["create", "replace", "append", "delete"]) {
      expect(await failureOf(write(name, "x", mode))).toBe("invalid_input");
    }
    expect(await failureOf(as(me, "file_read", { name }))).toBe("invalid_input");
    expect(everything()).toEqual(before);
  });

  test("ordinary ones in any writing are fine", async () => {
    for (const name of ["Größe.md", "会议记录 三月.txt", "a.b.c", "_x", "2026-03-02 plan.csv"]) {
      await write(name, name);
      expect(await read(name)).toBe(name);
    }
  });
});

describe("links", () => {
  const outside = () => join(process.env.DATA_DIR ?? "", "outside");
  beforeEach(() => {
    rmSync(outside(), { recursive: true, force: true });
    mkdirSync(outside());
    writeFileSync(join(outside(), "kept.md"), "kept");
  });

  test("a file that is one is neither read nor written through", async () => {
    await write("real.md", "real");
    symlinkSync(join(outside(), "kept.md"), join(folder(), "link.md"));
    symlinkSync(join(outside(), "nowhere.md"), join(folder(), "open.md"));
    for (const name of ["link.md", "open.md"]) {
      expect(await failureOf(as(me, "file_read", { name }))).toBe("refused");
      for (const mode of ["create", "replace", "append", "delete"]) {
        expect(await failureOf(write(name, "x", mode)), mode).toBe("refused");
      }
    }
    expect(await as(me, "file_list", {})).toMatchObject({ files: [{ name: "real.md" }] });
    expect(readdirSync(outside())).toEqual(["kept.md"]);
    expect(readFileSync(join(outside(), "kept.md"), "utf8")).toBe("kept");
  });

  test("a folder that is one leads nowhere", async () => {
    await write("real.md", "real");
    rmSync(folder(), { recursive: true });
    symlinkSync(outside(), folder());
    for (const [tool, input] of [
      ["file_list", {}],
      ["file_read", { name: "kept.md" }],
      ["file_write", { name: "new.md", text: "x", mode: "create" }],
    ] as const) {
      expect(await failureOf(as(me, tool, input)), tool).toBe("not_found");
    }
    expect(readdirSync(outside())).toEqual(["kept.md"]);
  });
});

test("the quota bounds bytes and files; making less of it always works", async () => {
  await write("a", "x".repeat(1_500));
  expect(await failureOf(write("b", "字".repeat(200)))).toBe("quota_exceeded");
  expect(await failureOf(write("a", "x".repeat(501), "append"))).toBe("quota_exceeded");
  await write("a", "x".repeat(500), "append");
  // Put there by hand.
  writeFileSync(join(folder(), "huge"), "y".repeat(4_000));
  await write("a", "x".repeat(1_999), "replace");
  rmSync(join(folder(), "huge"));
  await write("a", "", "replace");
  for (const name of ["b", "c", "d", "e"]) await write(name, "1");
  expect(await failureOf(write("f", "1"))).toBe("quota_exceeded");
  await write("b", "", "delete");
  await write("f", "1");
});

test("only text is kept, and what is none is not shown", async () => {
  expect(await failureOf(write("a", "x\0y"))).toBe("not_text");
  expect(await failureOf(write("a", "x\uD800y"))).toBe("not_text");
  await write("a", "fine");
  writeFileSync(join(folder(), "bytes"), Buffer.from([0xff, 0xfe, 0, 1]));
  expect(await failureOf(as(me, "file_read", { name: "bytes" }))).toBe("not_text");
});

property.prop(
  [fc.string({ unit: "grapheme", maxLength: 120 }).filter((s) => !s.includes("\0")), fc.integer({ min: 1, max: 30 })],
  {
    numRuns: 20,
  },
)("pages put together are the whole", async (text, max_runes) => {
  await write("paged", text, "replace");
  let whole = "";
  for (let offset_runes: number | null = 0; offset_runes !== null; ) {
    const input = { name: "paged", offset_runes, max_runes };
    const page: z.infer<typeof Text> = Text.parse(await as(me, "file_read", input));
    expect(Array.from(page.text).length).toBeLessThanOrEqual(max_runes);
    whole += page.text;
    offset_runes = page.next_offset;
  }
  expect(whole).toBe(text);
});

test("twenty at once are all there", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => write("log", `line ${i}\n`, "append")));
  const lines = (await read("log")).trim().split("\n");
  expect(lines.sort()).toEqual(Array.from({ length: 20 }, (_, i) => `line ${i}`).sort());
});

describe("looked at again after a crash", () => {
  test("what was done is not done twice", async () => {
    for (let i = 0; i < 2; i++) await write("log", "once\n", "append", "A");
    for (let i = 0; i < 2; i++) await write("new", "x", "create", "B");
    for (let i = 0; i < 2; i++) await write("new", "", "delete", "C");
    expect(await read("log")).toBe("once\n");
    expect(await as(me, "file_list", {})).toMatchObject({ of_files: 1 });
  });

  test("what was begun and not done is done then", async () => {
    await write("log", "first\n", "append", "A");
    await write("log", "second\n", "append", "B");
    // As the process left it that died before the file was put in place.
    writeFileSync(join(folder(), "log"), "first\n");
    await write("log", "second\n", "append", "B");
    expect(await read("log")).toBe("first\nsecond\n");
  });

  test("where somebody has changed the file meanwhile, it is told", async () => {
    await write("log", "first\n", "append", "A");
    writeFileSync(join(folder(), "log"), "by hand\n");
    expect(await failureOf(write("log", "first\n", "append", "A"))).toBe("file_changed");
    expect(await read("log")).toBe("by hand\n");
  });

  test("what a process left half-written is cleared away", async () => {
    await write("log", "first\n", "append");
    const left = `.log.${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}.tmp`;
    writeFileSync(join(folder(), left), "torn");
    await write("log", "second\n", "append");
    expect(readdirSync(folder()).sort()).toEqual([".calls.json", "log"]);
  });
});

describe("a folder goes", () => {
  test("with its agent, for everybody, though what they told it stays", async () => {
    const other = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    await write("a.md", "a");
    await as(other, "file_write", { name: "b.md", text: "b", mode: "create" });
    await saveNote(other, agent.id, "2026-03-02", { text: "Hello", baseHash: null });
    await removeAgent(me, agent.id, { memory: "keep" });
    expect(await failureOf(write("late.md", "late"))).toBe("not_found");
    await removeGoneAgents();
    expect(existsSync(folder())).toBe(false);
    expect(existsSync(folder(other))).toBe(false);
    expect(existsSync(join(homeOf(agent, other.userId).directory, "2026-03-02.md"))).toBe(true);
  });

  test("with the account of its person", async () => {
    const other = await makeActor({ workspaceId: me.workspaceId, role: "member" });
    await write("a.md", "a");
    await as(other, "file_write", { name: "b.md", text: "b", mode: "create" });
    const db = await getDb();
    await db.transaction((tx) => eraseAccount(tx, other.userId));
    await purgeDeleted();
    expect(existsSync(folder(other))).toBe(false);
    expect(await read("a.md")).toBe("a");
  });
});
