import { and, desc, eq, isNull } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { memoryEntries as e, memoryTombstones as t } from "@/lib/db/schema/agents";
import type { MemoryKey } from "./agent-memories";

/** The entries that something new is compared with, the newest first; those that another took the place of among them. */
export async function entriesToCompare(db: Db, { agentId, userId }: MemoryKey, limit: number) {
  return await db
    .select({
      id: e.id,
      title: e.title,
      body: e.body,
      messageIds: e.sourceMessageIds,
      supersededBy: e.supersededBy,
    })
    .from(e)
    .where(and(eq(e.agentId, agentId), eq(e.userId, userId), isNull(e.problem)))
    .orderBy(desc(e.updatedAt), desc(e.id))
    .limit(limit);
}
export type Compared = Awaited<ReturnType<typeof entriesToCompare>>[number];

/** What was forgotten, the newest first. */
export async function tombstones(db: Db, { agentId, userId }: MemoryKey, limit: number) {
  return await db
    .select({ fingerprint: t.fingerprint, terms: t.terms })
    .from(t)
    .where(and(eq(t.agentId, agentId), eq(t.userId, userId)))
    .orderBy(desc(t.createdAt))
    .limit(limit);
}
