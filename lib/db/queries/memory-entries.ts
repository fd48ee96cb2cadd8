import { and, asc, eq } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type EntryRow, memoryEntries as e } from "@/lib/db/schema/agents";
import type { MemoryKey } from "./agent-memories";

export const ofMemory = ({ agentId, userId }: MemoryKey) => and(eq(e.agentId, agentId), eq(e.userId, userId));

export async function findEntryRow(db: Db, key: MemoryKey, id: string): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(e)
    .where(and(ofMemory(key), eq(e.id, id)));
  return row;
}

export async function findEntryRowByFile(db: Db, key: MemoryKey, file: string): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(e)
    .where(and(ofMemory(key), eq(e.file, file)));
  return row;
}

/** How often it was used stays as it was. */
export async function putEntryRow(tx: Db, row: typeof e.$inferInsert): Promise<EntryRow> {
  const { agentId: _, userId: __, id: ___, ...changes } = row;
  const [put] = await tx
    .insert(e)
    .values(row)
    .onConflictDoUpdate({ target: [e.agentId, e.userId, e.id], set: changes })
    .returning();
  if (!put) throw new Error("an insert gave no row back");
  return put;
}

export async function deleteEntryRow(tx: Db, key: MemoryKey, id: string): Promise<EntryRow | undefined> {
  const [row] = await tx
    .delete(e)
    .where(and(ofMemory(key), eq(e.id, id)))
    .returning();
  return row;
}

/** What tells whether a file is still the one that was read, of every entry. */
export async function entryFiles(db: Db, key: MemoryKey) {
  return await db
    .select({ id: e.id, file: e.file, mtimeMs: e.mtimeMs, bytes: e.bytes, hash: e.hash, problem: e.problem })
    .from(e)
    .where(ofMemory(key))
    .orderBy(asc(e.file));
}
