import { and, desc, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Db } from "@/lib/db/client";
import { type ChangeRow, memoryChanges as c, memoryTombstones as t } from "@/lib/db/schema/agents";
import type { MemoryKey } from "./agent-memories";

const ofMemory = ({ agentId, userId }: MemoryKey) => and(eq(c.agentId, agentId), eq(c.userId, userId));

export async function insertChange(tx: Db, values: Omit<typeof c.$inferInsert, "id">): Promise<void> {
  await tx.insert(c).values({ id: uuidv7(), ...values });
}

/** Of one entry, newest first. */
export async function changesOf(db: Db, key: MemoryKey, entryId: string, limit: number): Promise<ChangeRow[]> {
  return await db
    .select()
    .from(c)
    .where(and(ofMemory(key), eq(c.entryId, entryId)))
    .orderBy(desc(c.createdAt), desc(c.id))
    .limit(limit);
}

/** Whether anything ever happened to an entry; with `jobId`: by that job. */
export async function hasChanges(db: Db, key: MemoryKey, entryId: string, jobId?: string): Promise<boolean> {
  const those = and(ofMemory(key), eq(c.entryId, entryId), jobId === undefined ? undefined : eq(c.jobId, jobId));
  const rows = await db.select({ id: c.id }).from(c).where(those).limit(1);
  return rows.length > 0;
}

/** Of all entries, newest first. */
export async function newestChanges(db: Db, key: MemoryKey, limit: number): Promise<ChangeRow[]> {
  return await db.select().from(c).where(ofMemory(key)).orderBy(desc(c.createdAt), desc(c.id)).limit(limit);
}

export async function findChange(db: Db, key: MemoryKey, id: string): Promise<ChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(c)
    .where(and(ofMemory(key), eq(c.id, id)));
  return row;
}

/** For good: what the entry said stands nowhere in the database then. */
export async function deleteChanges(tx: Db, key: MemoryKey, entryId: string): Promise<number> {
  const gone = await tx
    .delete(c)
    .where(and(ofMemory(key), eq(c.entryId, entryId)))
    .returning({ id: c.id });
  return gone.length;
}

export async function putTombstone(tx: Db, values: typeof t.$inferInsert): Promise<void> {
  await tx.insert(t).values(values).onConflictDoNothing();
}

export async function deleteTombstone(tx: Db, { agentId, userId }: MemoryKey, fingerprint: string): Promise<void> {
  await tx.delete(t).where(and(eq(t.agentId, agentId), eq(t.userId, userId), eq(t.fingerprint, fingerprint)));
}
