import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { memoryEntries as e } from "@/lib/db/schema/agents";
import type { MemoryKey } from "./agent-memories";

/**
 * The entries that stand and can be read: the pinned ones, oldest first, then the others, newest or latest used first.
 * Two index ranges, at most `limit` rows each; of the others no texts, which nothing shows.
 */
export async function entriesToRecall(db: Db, { agentId, userId }: MemoryKey, limit: number) {
  const standing = and(eq(e.agentId, agentId), eq(e.userId, userId), isNull(e.supersededBy), isNull(e.problem));
  const columns = { title: e.title, pinned: e.pinned };
  const [pinned, others] = await Promise.all([
    db
      .select({ ...columns, body: e.body })
      .from(e)
      .where(and(standing, sql`${e.pinned}`))
      .orderBy(e.createdAt, e.id)
      .limit(limit),
    db
      .select({ ...columns, body: sql<string>`''` })
      .from(e)
      .where(and(standing, sql`not ${e.pinned}`))
      .orderBy(desc(e.recallAt), desc(e.id))
      .limit(limit),
  ]);
  return [...pinned, ...others];
}
