import { join } from "node:path";
import { Zip, ZipDeflate } from "fflate";
import type { Actor } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";
import { findEntryRow, findEntryRowByFile } from "@/lib/db/queries/memory-entries";
import type { ImportReport } from "@/lib/http/contract/memory";
import { type FileOnDisk, hashOf, readFileAt, replaceFile } from "./durable-write";
import { readEntry } from "./entry-row";
import { follow, followEntry } from "./follow-file";
import { type MemoryHome, requireHome, withMemory } from "./home";
import { entryFileOf, entryName, listFiles } from "./listing";
import { entriesDirectory, isSafeDirectory } from "./paths";
import { requireKeptHome } from "./remove";
import { syncMemory } from "./sync";
import { unpack } from "./unpack";

export const MOST_ZIP_BYTES = 64 * 1024 * 1024;
const EXPORT_FILE_BYTES = 256 * 1024 * 1024;
/** So many files are written in one transaction. */
const SLICE = 50;

/** The whole memory as a zip of its files, malformed ones too. One file at a time is held in memory. */
export async function exportMemory(actor: Actor, agentId: string): Promise<ReadableStream<Uint8Array>> {
  const home = await requireHome(actor, agentId).then(
    ({ home }) => home,
    () => requireKeptHome(actor, agentId),
  );
  // Where something else stands in its place, it throws: an empty archive would look whole.
  for (const directory of [home.directory, entriesDirectory(home)]) await isSafeDirectory(directory);
  const names = [...(await listFiles(home)).files.keys()].sort();
  let out: ReadableStreamDefaultController<Uint8Array>;
  const zip = new Zip((error, piece, final) => {
    if (error) return out.error(error);
    if (piece.length > 0) out.enqueue(piece);
    if (final) out.close();
  });
  return new ReadableStream<Uint8Array>({
    start(controller) {
      out = controller;
    },
    async pull() {
      const name = names.shift();
      if (name === undefined) return zip.end();
      const found = await readFileAt(join(home.directory, name), EXPORT_FILE_BYTES);
      // An archive that lacks something must not look whole: it is asked for before a memory is deleted.
      if (found === "unreadable") throw new Error(`${name} cannot be read`);
      // Every pull has to give something, or there is none after it: what is gone meanwhile is passed over.
      if (found === null || typeof found === "string") return await this.pull?.(out);
      const file = new ZipDeflate(name, { level: 6 });
      file.mtime = new Date(Math.min(Math.max(found.mtimeMs, Date.UTC(1981, 0)), Date.UTC(2099, 0)));
      zip.add(file);
      file.push(found.bytes, true);
    },
  });
}

type Outcome = "added" | "replaced" | "kept" | "unchanged";

/** Takes the files of an exported memory in. `onConflict`: which wins where both have an entry or a day, with other content. */
export async function importMemory(
  actor: Actor,
  agentId: string,
  zipped: Uint8Array,
  onConflict: "keep" | "replace",
): Promise<ImportReport> {
  const { home } = await requireHome(actor, agentId);
  const { files, refused } = await unpack(zipped);
  // What was put there by hand a moment ago is a conflict like any other.
  await syncMemory(home);
  const report: ImportReport = { added: 0, replaced: 0, kept: 0, unchanged: 0, refused };
  for (let at = 0; at < files.length; at += SLICE) {
    await withMemory(home, async (tx) => {
      await isSafeDirectory(entriesDirectory(home), { create: true });
      for (const [name, content] of files.slice(at, at + SLICE)) {
        const outcome = await takeIn(tx, home, name, content, onConflict);
        if (typeof outcome === "string") report[outcome]++;
        else report.refused.push({ name, reason: outcome.refused });
      }
    });
  }
  return report;
}

async function takeIn(
  tx: Db,
  home: MemoryHome,
  name: string,
  content: Buffer,
  onConflict: "keep" | "replace",
): Promise<Outcome | { refused: string }> {
  const file = entryFileOf(name);
  if (file === null) return await put(tx, home, name, content, onConflict);
  const { entry, problem } = readEntry({ bytes: content });
  if (problem !== null) return { refused: problem };
  const here = await findEntryRowByFile(tx, home, file);
  const row = entry.id === null ? here : await findEntryRow(tx, home, entry.id);
  if (row) return await put(tx, home, entryName(row.file), content, onConflict);
  // Another entry has a file of that name.
  const free = here ? `${file.slice(0, 60).replace(/\.md$/, "")}-${hashOf(content).slice(0, 12)}.md` : file;
  return await put(tx, home, entryName(free), content, onConflict);
}

async function put(
  tx: Db,
  home: MemoryHome,
  name: string,
  content: Buffer,
  onConflict: "keep" | "replace",
): Promise<Outcome | { refused: string }> {
  const path = join(home.directory, name);
  const found = await readFileAt(path);
  if (typeof found === "string") return { refused: found };
  if (found?.hash === hashOf(content)) return "unchanged";
  if (found && onConflict === "keep") return "kept";
  if (!(await replaceFile(path, content, found satisfies FileOnDisk | null))) return { refused: "file_changed" };
  const file = entryFileOf(name);
  if (file === null) await follow(tx, home, name);
  else await followEntry(tx, home, file, { author: "import" });
  return found ? "replaced" : "added";
}
