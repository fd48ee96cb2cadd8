import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { changesOf, deleteChanges, deleteTombstone, findChange, hasChanges } from "@/lib/db/queries/memory-changes";
import { findEntryRow } from "@/lib/db/queries/memory-entries";
import { findSession } from "@/lib/db/queries/sessions";
import type { EntryRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";
import type { EntryChange, EntryChanges, MemoryEntry, NewEntry } from "@/lib/http/contract/memory";
import { type FileOnDisk, readFileAt, replaceFile } from "./durable-write";
import { putEntry, removeEntry } from "./entries";
import type { Entry } from "./entry";
import { asEntry, readEntry } from "./entry-row";
import { mustOf } from "./file-problem";
import { fingerprintOf } from "./fingerprint";
import { followEntry } from "./follow-file";
import { type FileProblem, parseEntry } from "./front-matter";
import { type MemoryHome, requireHome, withMemory } from "./home";
import { entriesDirectory, entryPath, isSafeDirectory, newEntryFile } from "./paths";
import { presentChange, presentFacts } from "./present-entry";
import { syncMemory } from "./sync";

const notFound = () => new AppError("not_found", { kind: "entry" });

/** Up to date with its file, so that what is changed is what stands there. */
async function requireEntry(tx: Db, home: MemoryHome, id: string): Promise<{ row: EntryRow; disk: FileOnDisk | null }> {
  const known = await findEntryRow(tx, home, id);
  if (!known) throw notFound();
  await followEntry(tx, home, known.file);
  const row = await findEntryRow(tx, home, id);
  if (!row) throw notFound();
  const disk = await readFileAt(entryPath(home, row.file));
  return { row, disk: disk !== null && typeof disk === "object" ? disk : null };
}

async function present(
  actor: Actor,
  tx: Db,
  { row, disk }: { row: EntryRow; disk: FileOnDisk | null },
): Promise<MemoryEntry> {
  const session = row.sourceSessionId ? await findSession(tx, actor, row.sourceSessionId) : undefined;
  return {
    ...presentFacts(row),
    ...{ body: row.body, raw: disk ? readEntry(disk).text : "", hash: disk?.hash ?? row.hash, file: row.file },
    source: row.sourceSessionId
      ? { session_id: row.sourceSessionId, message_ids: row.sourceMessageIds, title: session?.title ?? null }
      : null,
  };
}

/** What its file says now. Only where that is another than the index has, it waits for those who write. */
export async function getEntry(actor: Actor, agentId: string, id: string): Promise<MemoryEntry> {
  const { home } = await requireHome(actor, agentId);
  await syncMemory(home);
  const db = await getDb();
  const row = await findEntryRow(db, home, id);
  if (!row) throw notFound();
  const disk = (await isSafeDirectory(entriesDirectory(home))) ? await readFileAt(entryPath(home, row.file)) : null;
  if (disk !== null && typeof disk === "object" && disk.hash === row.hash)
    return await present(actor, db, { row, disk });
  return await withMemory(home, async (tx) => present(actor, tx, await requireEntry(tx, home, id)));
}

export async function createEntry(actor: Actor, agentId: string, given: NewEntry): Promise<MemoryEntry> {
  const { home } = await requireHome(actor, agentId);
  const now = new Date();
  const entry: Entry = { ...given, id: uuidv7(), created: now, updated: now, source: null, supersededBy: null };
  return await withMemory(home, async (tx) => {
    await putEntry(tx, home, entry, { author: "person", kind: "add" });
    return await present(actor, tx, await requireEntry(tx, home, entry.id));
  });
}

const changedNow = (row: EntryRow): Entry => ({ ...asEntry(row), updated: new Date() });

/** `base_hash`: only over the file that the person read. `raw` is the whole file. */
export async function updateEntry(
  actor: Actor,
  agentId: string,
  id: string,
  { base_hash, raw, ...changes }: EntryChanges,
): Promise<MemoryEntry> {
  const { home } = await requireHome(actor, agentId);
  if (!(await findEntryRow(await getDb(), home, id))) throw notFound();
  return await withMemory(home, async (tx) => {
    const { row, disk } = await requireEntry(tx, home, id);
    if (base_hash !== undefined && disk?.hash !== base_hash) {
      throw new AppError("file_changed", { file: row.file, hash: disk?.hash ?? null });
    }
    if (raw !== undefined) return await saveRaw(actor, tx, home, { row, disk }, raw);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    await putEntry(tx, home, { ...changedNow(row), ...given }, { author: "person", kind: "update" });
    return await present(actor, tx, await requireEntry(tx, home, id));
  });
}

async function saveRaw(
  actor: Actor,
  tx: Db,
  home: MemoryHome,
  { row, disk }: { row: EntryRow; disk: FileOnDisk | null },
  raw: string,
): Promise<MemoryEntry> {
  const refused = (problem: FileProblem) =>
    new AppError("invalid_input", { issues: [{ path: "raw", message: mustOf(problem) }] });
  const parsed = parseEntry(raw);
  if ("problem" in parsed) throw refused(parsed.problem);
  const namesake = parsed.entry.id && (await findEntryRow(tx, home, parsed.entry.id));
  if (namesake && namesake.file !== row.file) throw refused("duplicate_id");
  if (!(await replaceFile(entryPath(home, row.file), raw, disk))) {
    throw new AppError("file_changed", { file: row.file, hash: null });
  }
  await followEntry(tx, home, row.file, { author: "person" });
  return await present(actor, tx, await requireEntry(tx, home, parsed.entry.id ?? row.id));
}

/** `undo`: it was never meant to be kept, so that it may be found again. `forGood`: its history goes too. */
export async function deleteEntry(
  actor: Actor,
  agentId: string,
  id: string,
  { undo = false, forGood = false }: { undo?: boolean | undefined; forGood?: boolean | undefined } = {},
): Promise<void> {
  const { home } = await requireHome(actor, agentId);
  const db = await getDb();
  const known = await findEntryRow(db, home, id);
  if (!known && !(await hasChanges(db, home, id))) throw notFound();
  await withMemory(home, async (tx) => {
    const removed = await removeEntry(tx, home, id, { author: "person", kind: "delete", tombstone: !undo });
    if (forGood) await deleteChanges(tx, home, id);
    // Of one that is deleted already only the history is left to delete.
    else if (!removed) throw notFound();
  });
}

/** Those that still stand, all or none; what they say does not come back by itself. */
export async function forgetEntries(actor: Actor, agentId: string, ids: readonly string[]): Promise<void> {
  const { home } = await requireHome(actor, agentId);
  await withMemory(home, async (tx) => {
    for (const id of ids) await removeEntry(tx, home, id, { author: "person", kind: "delete" });
  });
}

/** Newest first, also of an entry that is deleted. */
export async function entryHistory(actor: Actor, agentId: string, id: string, limit = 50): Promise<EntryChange[]> {
  const { home } = await requireHome(actor, agentId);
  const changes = await changesOf(await getDb(), home, id, limit);
  if (changes.length === 0) throw notFound();
  return changes.map(presentChange);
}

/** The entry is again what it was after the change; after one that deleted it, what it was before. */
export async function restoreChange(actor: Actor, agentId: string, changeId: string): Promise<MemoryEntry> {
  const { home } = await requireHome(actor, agentId);
  const change = await findChange(await getDb(), home, changeId);
  const text = change?.after ?? change?.before;
  if (!change || !text) throw new AppError("not_found", { kind: "change" });
  return await withMemory(home, async (tx) => {
    const row = await findEntryRow(tx, home, change.entryId);
    const file = row?.file ?? newEntryFile(change.title, change.entryId);
    await isSafeDirectory(entriesDirectory(home), { create: true });
    // What somebody wrote into the file meanwhile has its place in the history before it is written over.
    await followEntry(tx, home, file);
    const found = await readFileAt(entryPath(home, file));
    if (typeof found === "string" || !(await replaceFile(entryPath(home, file), text, found))) {
      throw new AppError("file_changed", { file, hash: null });
    }
    await followEntry(tx, home, file, { author: "person", kind: "restore" });
    const restored = await requireEntry(tx, home, change.entryId);
    await deleteTombstone(tx, home, fingerprintOf(restored.row.body || restored.row.title));
    return await present(actor, tx, restored);
  });
}

/** One entry in the place of several: the first of `ids` holds the text, the others go, with their history kept. */
export async function mergeEntries(
  actor: Actor,
  agentId: string,
  { ids, ...text }: Pick<NewEntry, "title" | "body" | "kind" | "tags"> & { ids: readonly string[] },
): Promise<MemoryEntry> {
  const { home } = await requireHome(actor, agentId);
  const [first, ...others] = [...new Set(ids)];
  if (first === undefined || others.length === 0) {
    throw new AppError("invalid_input", { issues: [{ path: "ids", message: "needs two entries or more" }] });
  }
  return await withMemory(home, async (tx) => {
    const rows = await Promise.all([first, ...others].map((id) => findEntryRow(tx, home, id)));
    const [kept] = rows;
    if (!kept || rows.some((row) => row === undefined || row.problem !== null)) throw notFound();
    const pinned = rows.some((row) => row?.pinned);
    const by = { author: "person", kind: "merge" } as const;
    await putEntry(tx, home, { ...changedNow(kept), ...text, pinned }, by);
    for (const id of others) await removeEntry(tx, home, id, { ...by, tombstone: false });
    return await present(actor, tx, await requireEntry(tx, home, first));
  });
}
