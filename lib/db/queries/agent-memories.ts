import { and, eq, getTableColumns, gt, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type AgentMemoryRow, agents, memoryJobs as jobs, agentMemories as m } from "@/lib/db/schema/agents";
import type { Owner } from "./sessions";

/** Whose memory with which agent. A `MemoryHome` is one. */
export type MemoryKey = { agentId: string; userId: string };

const ofKey = ({ agentId, userId }: MemoryKey) => and(eq(m.agentId, agentId), eq(m.userId, userId));

const isEmpty = and(isNull(m.deletedAt), eq(m.entries, 0), eq(m.notes, 0));
export const isKept = and(isNull(m.deletedAt), or(gt(m.entries, 0), gt(m.notes, 0)));

/** Nothing where the agent is deleted. */
export async function ensureMemory(db: Db, { agentId, userId }: MemoryKey): Promise<void> {
  await db.execute(sql`insert into agent_memories (agent_id, user_id)
    select id, ${userId}::uuid from agents where id = ${agentId} and deleted_at is null on conflict do nothing`);
}

/** The row, locked until the transaction ends; undefined where its removal has come to its end. */
export async function lockMemory(tx: Db, key: MemoryKey): Promise<AgentMemoryRow | undefined> {
  const [row] = await tx.select().from(m).where(ofKey(key)).for("update");
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

/** Marks it for removal: from here on nobody reads or writes it. False when there is none. */
export async function markMemory(tx: Db, key: MemoryKey): Promise<boolean> {
  // The memory first, as those do who write it: so none waits for another in a circle.
  const marked = await tx
    .update(m)
    .set({ deletedAt: sql`now()` })
    .where(and(ofKey(key), isNull(m.deletedAt)))
    .returning({ agentId: m.agentId });
  await tx
    .delete(jobs)
    .where(and(eq(jobs.agentId, key.agentId), eq(jobs.userId, key.userId), eq(jobs.state, "pending")));
  return marked.length > 0;
}

/** All memories of a person whose account is deleted. */
export async function markMemoriesOf(tx: Db, userId: string): Promise<void> {
  await tx
    .update(m)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(m.userId, userId), isNull(m.deletedAt)));
}

/** Whose memory it is, and what its directory is known by. */
const withAgent = (tx: Db) =>
  tx
    .select({ userId: m.userId, id: agents.id, creatorId: agents.creatorId })
    .from(m)
    .innerJoin(agents, eq(agents.id, m.agentId));

/** A memory that is to be removed, with its agent, locked; undefined when there is none that nobody else is at. */
export async function lockMarkedMemory(tx: Db, besides: readonly MemoryKey[]) {
  const [row] = await withAgent(tx)
    .where(and(isNotNull(m.deletedAt), ...besides.map((key) => not(ofKey(key) ?? sql`false`))))
    .orderBy(m.deletedAt)
    .limit(1)
    .for("update", { of: m, skipLocked: true });
  return row;
}

/** Memories of deleted agents in which nothing was ever kept, or is any more. */
export async function emptyMemoriesOfDeleted(db: Db, limit: number): Promise<MemoryKey[]> {
  return db
    .select({ agentId: m.agentId, userId: m.userId })
    .from(m)
    .innerJoin(agents, eq(agents.id, m.agentId))
    .where(and(isNotNull(agents.deletedAt), isEmpty))
    .limit(limit);
}

/** One of them, with its agent, locked; undefined when it is none any more, or somebody is at it. */
export async function lockEmptyMemory(tx: Db, key: MemoryKey) {
  const [row] = await withAgent(tx)
    .where(and(ofKey(key), isNotNull(agents.deletedAt), isEmpty))
    .for("update", { of: m, skipLocked: true });
  return row;
}

export async function deleteMemoryRow(tx: Db, key: MemoryKey): Promise<void> {
  await tx.delete(m).where(ofKey(key));
}

/** The agent of a memory that the actor has in this workspace, whatever became of the agent. */
export async function agentOfMemory(db: Db, { userId, workspaceId }: Owner, agentId: string) {
  const [row] = await db
    .select(getTableColumns(agents))
    .from(m)
    .innerJoin(agents, eq(agents.id, m.agentId))
    .where(and(ofKey({ agentId, userId }), eq(agents.workspaceId, workspaceId), isNull(m.deletedAt)));
  return row;
}
