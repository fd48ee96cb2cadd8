import type { Db } from "@/lib/db/client";
import { putTombstone } from "@/lib/db/queries/memory-changes";
import { findEntryRow } from "@/lib/db/queries/memory-entries";
import type { EntryRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";
import { after } from "./after-commit";
import { hashOf, putBack, readFileAt, removeFile, replaceFile, setAside } from "./durable-write";
import type { Entry } from "./entry";
import { type ChangedBy, forgetEntry, indexEntry } from "./entry-index";
import { type ReadEntry, readEntry } from "./entry-row";
import { fingerprintOf, termHashes } from "./fingerprint";
import { bodyOf, type ParsedEntry, writeEntry } from "./front-matter";
import type { MemoryHome } from "./home";
import { entriesDirectory, entryPath, isSafeDirectory, newEntryFile } from "./paths";

const ATTEMPTS = 20;

const changed = (file: string, hash: string | null) => new AppError("file_changed", { file, hash });

/**
 * Adds an entry, or replaces the one with its id. What the entry says already is not written again; a file that cannot
 * be read as an entry is never written over. `baseHash`: only over the file that has it.
 */
export async function putEntry(
  tx: Db,
  home: MemoryHome,
  given: Entry,
  by: ChangedBy & { baseHash?: string },
): Promise<EntryRow> {
  const entry = { ...given, title: given.title.replace(/\s+/g, " ").trim(), body: bodyOf(given.body) };
  await isSafeDirectory(entriesDirectory(home), { create: true });
  const row = await findEntryRow(tx, home, entry.id);
  const file = row?.file ?? newEntryFile(entry.title, entry.id);
  const path = entryPath(home, file);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await readFileAt(path);
    if (typeof found === "string") throw changed(file, null);
    if (by.baseHash !== undefined && found?.hash !== by.baseHash) throw changed(file, found?.hash ?? null);
    const read = found && readEntry(found);
    if (found && read && !isOf(read, entry.id, row)) throw changed(file, found.hash);
    const before = read?.text ?? null;
    if (found && read?.entry && saysTheSame(read.entry, entry)) {
      if (row?.hash === found.hash) return row;
      return await indexEntry(tx, home, file, found, { ...by, before: null });
    }
    const text = writeEntry(entry, before);
    const written = await replaceFile(path, text, found);
    const bytes = Buffer.from(text);
    if (written) return await indexEntry(tx, home, file, { bytes, hash: hashOf(bytes), ...written }, { ...by, before });
  }
  throw changed(file, null);
}

/** Whether the file is that of the entry: by its own id, or, where it has none, by its place. */
const isOf = (read: ReadEntry, id: string, row: EntryRow | undefined) =>
  read.entry !== null && (read.entry.id === null ? row !== undefined : read.entry.id === id);

function saysTheSame(old: ParsedEntry, entry: Entry): boolean {
  const facts = ({ title, kind, tags, pinned, source, supersededBy, body }: ParsedEntry | Entry) =>
    JSON.stringify([title, kind, tags, pinned, source, supersededBy, body]);
  return facts(old) === facts(entry);
}

/**
 * Takes an entry away: its file, its row; its history stays. `tombstone`: no extraction brings back what it said.
 * Undefined when there is none.
 */
export async function removeEntry(
  tx: Db,
  home: MemoryHome,
  id: string,
  by: ChangedBy & { tombstone?: boolean; baseHash?: string },
): Promise<EntryRow | undefined> {
  const row = await findEntryRow(tx, home, id);
  if (!row) return undefined;
  const path = entryPath(home, row.file);
  const found = (await isSafeDirectory(entriesDirectory(home))) ? await readFileAt(path) : null;
  if (typeof found === "string") throw changed(row.file, null);
  if (by.baseHash !== undefined && found?.hash !== by.baseHash) throw changed(row.file, found?.hash ?? null);
  if (found) {
    const aside = await setAside(path, found);
    if (aside === null) throw changed(row.file, null);
    // Until the transaction is committed it can be brought back: a crash leaves the entry as it was.
    after("committed", tx, () => removeFile(aside));
    after("taken_back", tx, () => putBack(aside, path));
  }
  const before = found ? readEntry(found).text : null;
  await forgetEntry(tx, home, row, { ...by, before });
  if (by.tombstone !== false && row.problem === null) {
    const said = row.body || row.title;
    const { agentId, userId } = home;
    await putTombstone(tx, { agentId, userId, fingerprint: fingerprintOf(said), terms: termHashes(said) });
  }
  return row;
}
