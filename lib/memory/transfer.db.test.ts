import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { freshDatabase } from "@/test/support/engine";
import { makeActor, makeAgent } from "@/test/support/factories";
import { createEntry, entryHistory, getEntry } from "./entry-edit";
import { listEntries } from "./entry-list";
import { homeOf } from "./home";
import { getNote, saveNote } from "./notes";
import { exportMemory, importMemory } from "./transfer";
import { unpack } from "./unpack";

beforeAll(async () => {
  await freshDatabase();
});

async function makeMemory(actor?: Actor) {
  const who = actor ?? (await makeActor());
  const agent = await makeAgent(who);
  return { actor: who, agentId: agent.id, home: homeOf(agent, who.userId) };
}
const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());
const tea = { title: "茶", body: "Green", kind: "fact" as const, tags: ["drinks"], pinned: true };

test("a memory comes out as its files and goes into another as it was", async () => {
  const { actor, agentId, home } = await makeMemory();
  const made = await createEntry(actor, agentId, tea);
  await saveNote(actor, agentId, "2026-03-02", { text: "Hello\n", baseHash: null });
  writeFileSync(join(home.directory, "entries", "broken.md"), Buffer.from([0xff]));
  const zipped = await bytesOf(await exportMemory(actor, agentId));
  const names = Object.keys(unzipSync(zipped));
  expect(names).toEqual(["2026-03-02.md", "entries/broken.md", `entries/${made.file}`]);

  const other = await makeMemory(actor);
  const refused = [{ name: "entries/broken.md", reason: "not_utf8" }];
  const empty = { added: 0, replaced: 0, kept: 0, unchanged: 0, refused };
  expect(await importMemory(actor, other.agentId, zipped, "keep")).toEqual({ ...empty, added: 2 });
  expect(await importMemory(actor, other.agentId, zipped, "replace")).toEqual({ ...empty, unchanged: 2 });
  expect(await getEntry(actor, other.agentId, made.id)).toEqual(made);
  expect(await getNote(actor, other.agentId, "2026-03-02")).toMatchObject({ text: "Hello\n" });
  expect((await entryHistory(actor, other.agentId, made.id))[0]).toMatchObject({ author: "import", kind: "add" });
});

test("where both have something, the one that was chosen wins", async () => {
  const { actor, agentId } = await makeMemory();
  const made = await createEntry(actor, agentId, tea);
  const zipped = zipSync({ "entries/renamed.md": strToU8(made.raw.replace("Green", "Black")) });
  expect(await importMemory(actor, agentId, zipped, "keep")).toMatchObject({ kept: 1 });
  expect(await getEntry(actor, agentId, made.id)).toMatchObject({ body: "Green" });
  expect(await importMemory(actor, agentId, zipped, "replace")).toMatchObject({ replaced: 1 });
  expect(await getEntry(actor, agentId, made.id)).toMatchObject({ body: "Black", file: made.file });
  expect((await listEntries(actor, agentId, { limit: 9 })).entries).toHaveLength(1);
});

test.each([
  "../out.md",
  "/etc/passwd",
  "entries/../../out.md",
  "entries/a/b.md",
  "C:\\out.md",
  "entries/.md",
  "2026-02-30.md",
  "notes.txt",
])("%s is refused and stands nowhere", async (name) => {
  const { actor, agentId, home } = await makeMemory();
  const before = readdirSync(process.env.DATA_DIR ?? "");
  const zipped = zipSync({ [name]: strToU8("---\ntitle: a\n---\n"), "2026-03-02.md": strToU8("kept") });
  const report = await importMemory(actor, agentId, zipped, "replace");
  expect(report).toMatchObject({ added: 1, refused: [{ reason: "bad_name" }] });
  expect(readdirSync(home.directory).sort()).toEqual(["2026-03-02.md", "entries"]);
  expect(readdirSync(process.env.DATA_DIR ?? "").filter((name) => name !== "runtime")).toEqual(
    before.filter((name) => name !== "runtime"),
  );
  expect(readFileSync(join(home.directory, "2026-03-02.md"), "utf8")).toBe("kept");
});

test("where a link or a file stands in the place of its folder, no empty archive comes out", async () => {
  for (const folder of ["entries", "."]) {
    const actor = await makeActor();
    const agent = await makeAgent(actor);
    await saveNote(actor, agent.id, "2026-03-02", { text: "Hello", baseHash: null });
    const directory = join(homeOf(agent, actor.userId).directory, folder);
    rmSync(directory, { recursive: true, force: true });
    writeFileSync(directory, "not a folder");
    await expect(exportMemory(actor, agent.id)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("what was put there by hand a moment ago is no less an entry", async () => {
  const { actor, agentId, home } = await makeMemory();
  const made = await createEntry(actor, agentId, tea);
  const zipped = zipSync({
    "entries/hand.md": strToU8("---\nid: 0197b2c4-0000-7000-8000-000000000001\ntitle: Jazz\n---\n"),
  });
  writeFileSync(join(home.directory, "entries", "hand.md"), "---\ntitle: Rain\n---\n");
  expect(await importMemory(actor, agentId, zipped, "replace")).toMatchObject({ added: 1, replaced: 0 });
  const titles = (await listEntries(actor, agentId, { limit: 9 })).entries.map(({ title }) => title);
  expect(titles.sort()).toEqual(["Jazz", "Rain", made.title].sort());
});

test("a file that is larger than its archive says is refused", async () => {
  const zipped = Buffer.from(zipSync({ "entries/a.md": new Uint8Array(2_000_000) }, { level: 0 }));
  // Where the central directory says how large it is.
  zipped.writeUInt32LE(10, zipped.lastIndexOf("PK\u0001\u0002", undefined, "latin1") + 24);
  expect(await unpack(zipped)).toEqual({ files: [], refused: [{ name: "entries/a.md", reason: "too_large" }] });
});

test("a bomb is not unpacked, and what is no archive is told so", async () => {
  const bomb = zipSync({ "entries/a.md": new Uint8Array(40_000_000), "2026-03-02.md": new Uint8Array(40_000_000) });
  expect(bomb.length).toBeLessThan(200_000);
  expect(await unpack(bomb)).toEqual({
    files: [],
    refused: [
      { name: "entries/a.md", reason: "too_large" },
      { name: "2026-03-02.md", reason: "too_large" },
    ],
  });
  for (const bytes of [new Uint8Array(), strToU8("hello"), bomb.subarray(0, 1_000)]) {
    await expect(unpack(bytes)).rejects.toThrow("invalid_input");
  }
});
