import type { Db } from "@/lib/db/client";
import { countChange } from "@/lib/db/queries/agent-memories";
import { insertChange } from "@/lib/db/queries/memory-changes";
import { deleteEntryRow, findEntryRow, putEntryRow } from "@/lib/db/queries/memory-entries";
import type { ChangeAuthor, ChangeKind, EntryRow } from "@/lib/db/schema/agents";
import { type EntryOnDisk, readEntry, rowOf } from "./entry-row";
import type { MemoryHome } from "./home";

// What follows the files of the entries: the index and the history. All of it within `withMemory`.

export type ChangedBy = { author: ChangeAuthor; kind: ChangeKind; jobId?: string | undefined };

/** Puts the file of an entry into the index, and what became of it into the history. */
export async function indexEntry(
  tx: Db,
  home: MemoryHome,
  file: string,
  disk: EntryOnDisk,
  by: ChangedBy & { before: string | null },
): Promise<EntryRow> {
  const row = rowOf(home, file, disk);
  const old = await findEntryRow(tx, home, row.id);
  const put = await putEntryRow(tx, row);
  const { agentId, userId } = home;
  await insertChange(tx, {
    ...{ agentId, userId, entryId: put.id, kind: by.kind, author: by.author, title: put.title },
    ...{ before: by.before, after: readEntry(disk).text, jobId: by.jobId ?? null },
  });
  const bytes = put.bytes - (old?.bytes ?? 0);
  await countChange(tx, home, { entries: old ? 0 : 1, bytes, revision: 1 });
  return put;
}

/** Takes an entry out of the index; the history has its last text. */
export async function forgetEntry(
  tx: Db,
  home: MemoryHome,
  row: Pick<EntryRow, "id" | "title" | "bytes">,
  by: ChangedBy & { before: string | null },
): Promise<void> {
  await deleteEntryRow(tx, home, row.id);
  const { agentId, userId } = home;
  await insertChange(tx, {
    ...{ agentId, userId, entryId: row.id, kind: by.kind, author: by.author, title: row.title },
    ...{ before: by.before, after: null, jobId: by.jobId ?? null },
  });
  await countChange(tx, home, { entries: -1, bytes: -row.bytes, revision: 1 });
}
