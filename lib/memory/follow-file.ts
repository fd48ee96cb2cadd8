import type { Db } from "@/lib/db/client";
import { countChange } from "@/lib/db/queries/agent-memories";
import { changesOf } from "@/lib/db/queries/memory-changes";
import { deleteEntryRow, findEntryRow, findEntryRowByFile, putEntryRow } from "@/lib/db/queries/memory-entries";
import type { ChangeAuthor, ChangeKind } from "@/lib/db/schema/agents";
import { log } from "@/lib/log";
import { readFileAt } from "./durable-write";
import { forgetEntry, indexEntry } from "./entry-index";
import { ENTRY_BYTES, rowOf } from "./entry-row";
import type { MemoryHome } from "./home";
import { entryFileOf, entryName, noteName, statAll } from "./listing";
import { forgetNote, indexNote } from "./notes-index";
import { dayOf, entriesDirectory, entryPath, isSafeDirectory, notePath } from "./paths";

/** The most that is read of a file which is no entry. */
const READ_BYTES = 8 * ENTRY_BYTES;

/** Brings the index up to date with one file. Within `withMemory`. */
export async function follow(tx: Db, home: MemoryHome, name: string): Promise<void> {
  const file = entryFileOf(name);
  const day = dayOf(name);
  if (file !== null) await followEntry(tx, home, file);
  else if (day !== null) await followNote(tx, home, day);
}

async function followNote(tx: Db, home: MemoryHome, day: string): Promise<void> {
  const found = (await isSafeDirectory(home.directory)) ? await readFileAt(notePath(home, day)) : null;
  if (found === null || found === "not_a_file") return await forgetNote(tx, home, day);
  const disk = typeof found === "string" ? await withoutText(home, noteName(day), found) : found;
  await indexNote(tx, home, day, disk.bytes, disk);
}

/** `by`: whose change it is, where it is not one that somebody made to the file. */
export async function followEntry(
  tx: Db,
  home: MemoryHome,
  file: string,
  by: { author?: ChangeAuthor; kind?: ChangeKind } = {},
): Promise<void> {
  const { author = "file" } = by;
  const path = entryPath(home, file);
  const found = (await isSafeDirectory(entriesDirectory(home))) ? await readFileAt(path, READ_BYTES) : null;
  const here = await findEntryRowByFile(tx, home, file);
  if (found === null || found === "not_a_file") {
    if (here) await forgetEntry(tx, home, here, { author, kind: "delete", before: await lastText(tx, home, here.id) });
    return;
  }
  const disk = typeof found === "string" ? await withoutText(home, entryName(file), found) : found;
  const own = rowOf(home, file, disk);
  const namesake = await findEntryRow(tx, home, own.id);
  const duplicate = namesake !== undefined && namesake.file !== file && (await stands(home, namesake.file));
  const doubled = { ...disk, problem: "duplicate_id" as const };
  const row = duplicate ? rowOf(home, file, doubled) : own;
  if (here?.hash === row.hash && here.id === row.id && here.problem === row.problem) {
    if (here.mtimeMs !== row.mtimeMs) await putEntryRow(tx, row);
    return;
  }
  if (here && here.id !== row.id) {
    await deleteEntryRow(tx, home, here.id);
    await countChange(tx, home, { entries: -1, bytes: -here.bytes });
  }
  if (row.problem) log.warn("agent_memory_file_problem", { agent_id: home.agentId, problem: row.problem });
  const before = await lastText(tx, home, row.id);
  const kind = by.kind ?? (before === null ? "add" : "update");
  await indexEntry(tx, home, file, duplicate ? doubled : disk, { author, kind, before });
}

const stands = async (home: MemoryHome, file: string) => (await statAll(home, [entryName(file)])).size > 0;

/** What the history has last of an entry: the file itself is another by now. */
async function lastText(tx: Db, home: MemoryHome, id: string): Promise<string | null> {
  const [last] = await changesOf(tx, home, id, 1);
  return last?.after ?? null;
}

/** A file that is not read is known by its size and time. */
async function withoutText(home: MemoryHome, name: string, problem: "too_large" | "unreadable") {
  const { bytes: size, mtimeMs } = (await statAll(home, [name])).get(name) ?? { bytes: 0, mtimeMs: 0 };
  return { bytes: Buffer.alloc(0), size, hash: `${size}:${mtimeMs}`, mtimeMs, problem };
}
