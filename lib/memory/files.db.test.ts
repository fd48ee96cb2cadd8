import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { findMemory } from "@/lib/db/queries/agent-memories";
import { changesOf } from "@/lib/db/queries/memory-changes";
import { entryFiles, findEntryRow } from "@/lib/db/queries/memory-entries";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { putEntry, removeEntry } from "./entries";
import type { Entry } from "./entry";
import { homeOf, type MemoryHome, withMemory } from "./home";
import { appendToNote, getNote, listNotes, readNote, replaceInNote, saveNote } from "./notes";
import { syncMemory } from "./sync";

beforeAll(async () => {
  await freshDatabase();
});

async function makeMemory(): Promise<{ actor: Actor; agentId: string; home: MemoryHome }> {
  const actor = await makeActor();
  const agent = await makeAgent(actor);
  return { actor, agentId: agent.id, home: homeOf(agent, actor.userId) };
}
const entry = (given: Partial<Entry> = {}): Entry => ({
  ...{ id: uuidv7(), title: "Likes tea", kind: "preference", tags: ["drinks"], pinned: false },
  ...{ created: new Date(0), updated: new Date(0), source: null, supersededBy: null, body: "Green tea, no sugar." },
  ...given,
});
const byPerson = { author: "person", kind: "add" } as const;
const append = (home: MemoryHome, text: string, marker = text) =>
  withMemory(home, (tx) => appendToNote(tx, home, "2026-03-02", { marker, text }));
const put = (home: MemoryHome, given: Entry) => withMemory(home, (tx) => putEntry(tx, home, given, byPerson));
const fileOf = (home: MemoryHome, file: string) => join(home.directory, "entries", file);

describe("notes", () => {
  test("20 appends at once are 20 sections, and a marker is written once", async () => {
    const { actor, agentId, home } = await makeMemory();
    const texts = Array.from({ length: 20 }, (_, i) => `<!-- ${i} -->\nsection ${i}.`);
    await Promise.all(texts.map((text, i) => append(home, text, `<!-- ${i} -->`)));
    expect(await append(home, "again <!-- 3 -->", "<!-- 3 -->")).toBe("there");
    const note = await getNote(actor, agentId, "2026-03-02");
    for (const text of texts) expect(note.text.split(text)).toHaveLength(2);
    expect(await listNotes(actor, agentId)).toMatchObject([{ day: "2026-03-02", bytes: note.text.length }]);
  });

  test("a section that would make a note too long comes in short", async () => {
    const { home } = await makeMemory();
    const section = (n: number) => ({ marker: `<!-- ${n} -->`, text: `<!-- ${n} -->${"x".repeat(5_000_000)}` });
    const day = "2026-03-02";
    for (const n of [1, 2]) {
      await withMemory(home, (tx) => appendToNote(tx, home, day, { ...section(n), instead: `<!-- ${n} --> full` }));
    }
    const note = await readNote(home, day);
    expect(note?.text.length).toBeLessThan(5_000_100);
    expect(note?.text).toMatch(/x\n\n<!-- 2 --> full\n$/);
    expect(await withMemory(home, (tx) => appendToNote(tx, home, day, section(2)))).toBe("there");
  });

  test("what a person wrote in an editor stays, also when it is no text", async () => {
    const { home } = await makeMemory();
    await append(home, "first");
    const file = join(home.directory, "2026-03-02.md");
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([0xff, 0xfe]), Buffer.from("by hand")]));
    await append(home, "second");
    expect(await readNote(home, "2026-03-02")).toMatchObject({ problem: "not_utf8" });
    expect(readFileSync(file, "latin1")).toBe("first\n\u00ff\u00feby hand\n\nsecond\n");
    expect(await withMemory(home, (tx) => replaceInNote(tx, home, "2026-03-02", () => "gone"))).toBe(false);
  });

  test("a note is saved over what was read, and nothing else", async () => {
    const { actor, agentId, home } = await makeMemory();
    await append(home, "first");
    const read = await getNote(actor, agentId, "2026-03-02");
    await append(home, "second");
    const save = (baseHash: string | null) => saveNote(actor, agentId, "2026-03-02", { text: "mine\n", baseHash });
    await expect(save(read.hash)).rejects.toMatchObject({ code: "file_changed" });
    await expect(save(null)).rejects.toMatchObject({ code: "file_changed" });
    const now = await getNote(actor, agentId, "2026-03-02");
    expect(await save(now.hash)).toMatchObject({ text: "mine\n" });
    expect((await readNote(home, "2026-03-02"))?.text).toBe("mine\n");
  });

  test.each(["..", "../x", "%2e%2e", "2026-02-30", "2026-3-2", "\u0000", "x".repeat(5_000), "2026-03-02.md", ""])(
    "%j is no day: nothing is read or written",
    async (day) => {
      const { actor, agentId } = await makeMemory();
      await expect(getNote(actor, agentId, day)).rejects.toMatchObject({ code: "not_found" });
      const saved = saveNote(actor, agentId, day, { text: "x", baseHash: null });
      await expect(saved).rejects.toMatchObject({ code: "not_found" });
    },
  );

  test("no link leads outside: neither a note's, nor a directory's", async () => {
    const { actor, agentId, home } = await makeMemory();
    await append(home, "first");
    const outside = join(process.env.DATA_DIR ?? "", "outside.md");
    writeFileSync(outside, "a secret");
    symlinkSync(outside, join(home.directory, "2026-03-03.md"));
    await expect(getNote(actor, agentId, "2026-03-03")).rejects.toMatchObject({ code: "not_found" });
    const saved = saveNote(actor, agentId, "2026-03-03", { text: "x", baseHash: null });
    await expect(saved).rejects.toMatchObject({ code: "file_changed" });
    expect((await listNotes(actor, agentId)).map(({ day }) => day)).toEqual(["2026-03-02"]);
    const elsewhere = join(process.env.DATA_DIR ?? "", "elsewhere");
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(elsewhere, join(home.directory, "entries"));
    await expect(put(home, entry())).rejects.toMatchObject({ code: "not_found" });
    expect(await entryFiles(await getDb(), home)).toEqual([]);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readFileSync(outside, "utf8")).toBe("a secret");
  });
});

test("a folder of entries that becomes a link is not read through it", async () => {
  const { home } = await makeMemory();
  const row = await put(home, entry());
  const elsewhere = join(process.env.DATA_DIR ?? "", "others");
  mkdirSync(elsewhere, { recursive: true });
  const text = readFileSync(fileOf(home, row.file), "utf8");
  writeFileSync(join(elsewhere, row.file), text.replace("Green tea", "a secret"));
  renameSync(join(home.directory, "entries"), join(home.directory, "away"));
  symlinkSync(elsewhere, join(home.directory, "entries"));
  await expect(syncMemory(home)).rejects.toMatchObject({ code: "not_found" });
  expect(await findEntryRow(await getDb(), home, row.id)).toMatchObject({ body: row.body });
});

describe("entries", () => {
  test("the same again changes nothing; another keeps what it does not know", async () => {
    const { home } = await makeMemory();
    const given = entry();
    const row = await put(home, given);
    expect(await put(home, { ...given, updated: new Date() })).toEqual(row);
    const file = fileOf(home, row.file);
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace("title: Likes tea", "title: Likes tea # so far\nmood: calm"),
    );
    await put(home, { ...given, title: "Loves tea", updated: new Date() });
    expect(readFileSync(file, "utf8")).toMatch(/title: Loves tea # so far\nmood: calm/);
    const changes = await changesOf(await getDb(), home, given.id, 10);
    expect(changes.map(({ after }) => after?.includes("Loves"))).toEqual([true, false]);
  });

  test("follow hand edits, new files, renames and deletions, with their history", async () => {
    const { home } = await makeMemory();
    const db = await getDb();
    const row = await put(home, entry());
    const file = fileOf(home, row.file);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("Green tea", "Black tea"));
    writeFileSync(fileOf(home, "by hand.md"), "---\ntitle: 茶\n---\n乌龙茶\n");
    await syncMemory(home);
    expect(await findEntryRow(db, home, row.id)).toMatchObject({ body: "Black tea, no sugar." });
    expect(await entryFiles(db, home)).toHaveLength(2);
    unlinkSync(file);
    writeFileSync(fileOf(home, "renamed.md"), text);
    await syncMemory(home);
    expect(await findEntryRow(db, home, row.id)).toMatchObject({ file: "renamed.md", body: "Green tea, no sugar." });
    writeFileSync(fileOf(home, "double.md"), text);
    await syncMemory(home);
    expect((await entryFiles(db, home)).map(({ problem }) => problem)).toEqual([null, "duplicate_id", null]);
    unlinkSync(fileOf(home, "renamed.md"));
    await syncMemory(home);
    expect(await findEntryRow(db, home, row.id)).toMatchObject({ file: "double.md", problem: null });
    unlinkSync(fileOf(home, "double.md"));
    await syncMemory(home);
    expect(await findEntryRow(db, home, row.id)).toBeUndefined();
    const [last] = await changesOf(db, home, row.id, 10);
    expect(last).toMatchObject({ kind: "delete", author: "file", before: text, after: null });
    expect(await findMemory(db, home)).toMatchObject({ entries: 1 });
  });

  test.each([
    ["no front matter", "no_front_matter", Buffer.from("Just words.")],
    ["bad YAML", "bad_yaml", Buffer.from("---\ntitle: [\n---\n")],
    ["no title", "no_title", Buffer.from("---\nkind: fact\n---\nwords\n")],
    ["an unknown kind", "bad_field:kind", Buffer.from("---\ntitle: a\nkind: whim\n---\n")],
    ["NUL in its title", "bad_field:title", Buffer.from('---\ntitle: "a\\0b"\n---\n')],
    ["half a character in a tag", "bad_field:tags", Buffer.from('---\ntitle: a\ntags: ["\\uD800"]\n---\n')],
    ["a book for a title", "bad_field:title", Buffer.from(`---\ntitle: ${"x".repeat(20_000)}\n---\n`)],
    ["no UTF-8", "not_utf8", Buffer.from([0x2d, 0xff, 0x00])],
    ["two megabytes", "too_large", Buffer.alloc(2_000_000, "a")],
  ])("a file with %s is shown with its problem and never written over", async (_, problem, bytes) => {
    const { home } = await makeMemory();
    const row = await put(home, entry());
    writeFileSync(fileOf(home, row.file), bytes);
    await syncMemory(home);
    const rows = await entryFiles(await getDb(), home);
    expect(rows).toMatchObject([{ file: row.file, problem }]);
    await syncMemory(home);
    expect(await entryFiles(await getDb(), home)).toEqual(rows);
    await put(home, entry({ id: row.id, title: "Other" })).catch(() => undefined);
    expect(readFileSync(fileOf(home, row.file)).equals(bytes)).toBe(true);
  });

  test("a removal leaves no file and a tombstone; one that is not committed brings the file back", async () => {
    const { home } = await makeMemory();
    const row = await put(home, entry());
    const broken = withMemory(home, async (tx) => {
      await removeEntry(tx, home, row.id, { author: "person", kind: "delete" });
      throw new Error("the machine stops");
    });
    await expect(broken).rejects.toThrow("the machine stops");
    // At once: nobody who looks now takes it for deleted by hand.
    expect(existsSync(fileOf(home, row.file))).toBe(true);
    expect(await findEntryRow(await getDb(), home, row.id)).toMatchObject({ hash: row.hash });
    await withMemory(home, (tx) => removeEntry(tx, home, row.id, { author: "person", kind: "delete" }));
    expect(readdirSync(join(home.directory, "entries"))).toEqual([]);
  });
});
