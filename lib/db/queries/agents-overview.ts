import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { users as u } from "@/lib/db/schema/accounts";
import { agents as a, agentMemories as m } from "@/lib/db/schema/agents";

/** All agents of a workspace with what their memories come to. Counts and times only, of nobody's contents. */
export async function agentsWithSizes(db: Db, workspaceId: string, limit: number) {
  const sizes = db
    .select({
      agentId: m.agentId,
      memories: sql<number>`count(*)::int`.as("memories"),
      entries: sql<number>`sum(${m.entries})::int`.as("entries"),
      notes: sql<number>`sum(${m.notes})::int`.as("notes"),
      bytes: sql<number>`sum(${m.bytes})::float8`.as("bytes"),
      failures: sql<number>`count(${m.failedAt})::int`.as("failures"),
      lastFlushAt: sql<Date | null>`max(${m.lastFlushAt})`.mapWith(m.lastFlushAt).as("last_flush_at"),
    })
    .from(m)
    .innerJoin(a, eq(a.id, m.agentId))
    .where(and(eq(a.workspaceId, workspaceId), isNull(m.deletedAt)))
    .groupBy(m.agentId)
    .as("sizes");
  return db
    .select({
      id: a.id,
      name: a.name,
      emoji: a.emoji,
      picture: a.picture,
      visibility: a.visibility,
      archivedAt: a.archivedAt,
      config: a.configJson,
      owner: u.name,
      memories: sizes.memories,
      entries: sizes.entries,
      notes: sizes.notes,
      bytes: sizes.bytes,
      failures: sizes.failures,
      lastFlushAt: sizes.lastFlushAt,
    })
    .from(a)
    .innerJoin(u, eq(u.id, a.ownerId))
    .leftJoin(sizes, eq(sizes.agentId, a.id))
    .where(and(eq(a.workspaceId, workspaceId), isNull(a.deletedAt)))
    .orderBy(asc(sql`lower(${a.name})`), asc(a.id))
    .limit(limit);
}
