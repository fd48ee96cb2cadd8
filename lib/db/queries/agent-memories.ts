import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type AgentMemoryRow, agentMemories as m } from "@/lib/db/schema/agents";

/** Whose memory with which agent. A `MemoryHome` is one. */
export type MemoryKey = { agentId: string; userId: string };

const ofKey = ({ agentId, userId }: MemoryKey) => and(eq(m.agentId, agentId), eq(m.userId, userId));

export async function ensureMemory(db: Db, { agentId, userId }: MemoryKey): Promise<void> {
  await db.insert(m).values({ agentId, userId }).onConflictDoNothing();
}

/** The row, which must exist, locked until the transaction ends. */
export async function lockMemory(tx: Db, key: MemoryKey): Promise<AgentMemoryRow> {
  const [row] = await tx.select().from(m).where(ofKey(key)).for("update");
  if (!row) throw new Error("the memory is gone");
  return row;
}

export async function findMemory(db: Db, key: MemoryKey): Promise<AgentMemoryRow | undefined> {
  const [row] = await db.select().from(m).where(ofKey(key));
  return row;
}

export async function changeMemory(db: Db, key: MemoryKey, changes: Partial<AgentMemoryRow>): Promise<void> {
  await db.update(m).set(changes).where(ofKey(key));
}

/** A change of the entries and the notes: what they count and hold, and, of entries, that they are others now. */
export async function countChange(
  tx: Db,
  key: MemoryKey,
  by: { entries?: number; notes?: number; bytes: number; revision?: number },
): Promise<void> {
  await tx
    .update(m)
    .set({
      entries: sql`${m.entries} + ${by.entries ?? 0}`,
      notes: sql`${m.notes} + ${by.notes ?? 0}`,
      bytes: sql`${m.bytes} + ${by.bytes}`,
      revision: sql`${m.revision} + ${by.revision ?? 0}`,
    })
    .where(ofKey(key));
}
