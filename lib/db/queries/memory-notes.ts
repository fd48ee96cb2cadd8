import { and, asc, eq, gte, lte } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type NoteRow, memoryNotes as n } from "@/lib/db/schema/agents";
import type { MemoryKey } from "./agent-memories";

const ofMemory = ({ agentId, userId }: MemoryKey) => and(eq(n.agentId, agentId), eq(n.userId, userId));

export async function putNoteRow(tx: Db, row: typeof n.$inferInsert): Promise<void> {
  const { agentId: _, userId: __, day: ___, ...changes } = row;
  await tx
    .insert(n)
    .values(row)
    .onConflictDoUpdate({ target: [n.agentId, n.userId, n.day], set: { ...changes, updatedAt: new Date() } });
}

export async function findNoteRow(db: Db, key: MemoryKey, day: string): Promise<NoteRow | undefined> {
  const [row] = await db
    .select()
    .from(n)
    .where(and(ofMemory(key), eq(n.day, day)));
  return row;
}

export async function deleteNoteRow(tx: Db, key: MemoryKey, day: string): Promise<void> {
  await tx.delete(n).where(and(ofMemory(key), eq(n.day, day)));
}

/** The days from `from` to `to`, oldest first. */
export async function noteRows(
  db: Db,
  key: MemoryKey,
  range: { from?: string | undefined; to?: string | undefined } = {},
) {
  const from = range.from === undefined ? undefined : gte(n.day, range.from);
  const to = range.to === undefined ? undefined : lte(n.day, range.to);
  return await db
    .select()
    .from(n)
    .where(and(ofMemory(key), from, to))
    .orderBy(asc(n.day));
}
