import { and, asc, eq, gt, inArray, isNull, notExists, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { apiTokens, invitations as i, workspaceMembers as m, workspaces as w } from "@/lib/db/schema/accounts";
import { agents as a, agentMemories as am } from "@/lib/db/schema/agents";
import { chatSessions as s } from "@/lib/db/schema/chat";
import { isKept } from "./agent-memories";
import type { Owner } from "./sessions";

/** Nobody is in the workspace any more and no link or token leads into it: that is what a deleted one is. */
export async function closeWorkspace(tx: Db, workspaceId: string): Promise<void> {
  await tx.delete(apiTokens).where(eq(apiTokens.workspaceId, workspaceId));
  await tx.delete(i).where(eq(i.workspaceId, workspaceId));
  await tx.delete(m).where(eq(m.workspaceId, workspaceId));
}

/** How much goes with a workspace. Conversations are counted up to `most` only. */
export async function contentsOf(db: Db, workspaceId: string, most: number) {
  const sessions = db
    .select({ one: sql`1` })
    .from(s)
    .where(and(eq(s.workspaceId, workspaceId), isNull(s.deletedAt)))
    .limit(most)
    .as("some_sessions");
  const count = sql<number>`count(*)::int`;
  const [members, [conversations], agents, [memories]] = await Promise.all([
    db.$count(m, eq(m.workspaceId, workspaceId)),
    db.select({ count }).from(sessions),
    db.$count(a, and(eq(a.workspaceId, workspaceId), isNull(a.deletedAt))),
    db
      .select({ count })
      .from(am)
      .innerJoin(a, eq(a.id, am.agentId))
      .where(and(eq(a.workspaceId, workspaceId), isKept)),
  ]);
  return { members, conversations: conversations?.count ?? 0, agents, memories: memories?.count ?? 0 };
}

/** The person's own memories in the workspace, with whatever became of their agents, by name. */
export async function memoriesIn(db: Db, { userId, workspaceId }: Owner, limit: number) {
  return db
    .select({ agentId: a.id, name: a.name })
    .from(am)
    .innerJoin(a, eq(a.id, am.agentId))
    .where(and(eq(am.userId, userId), eq(a.workspaceId, workspaceId), isKept))
    .orderBy(asc(sql`lower(${a.name})`), asc(a.id))
    .limit(limit);
}

/** Workspaces that nobody is in. */
export async function workspacesOfNobody(db: Db): Promise<string[]> {
  const members = db.select({ one: sql`1` }).from(m).where(eq(m.workspaceId, w.id));
  const rows = await db.select({ id: w.id }).from(w).where(notExists(members));
  return rows.map(({ id }) => id);
}

/** Nobody finds or writes its agents and memories any more, whosever they were. */
export async function markAgentsIn(tx: Db, workspaceId: string): Promise<void> {
  const agents = tx.select({ id: a.id }).from(a).where(eq(a.workspaceId, workspaceId));
  await tx
    .update(am)
    .set({ deletedAt: sql`now()` })
    .where(and(inArray(am.agentId, agents), isNull(am.deletedAt)));
  await tx
    .update(a)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(a.workspaceId, workspaceId), isNull(a.deletedAt)));
}

/** Marks up to `limit` of its conversations after the id `after` as deleted. Answers the last one; null: none was left. */
export async function markSessionsIn(
  db: Db,
  workspaceId: string,
  after: string | null,
  limit: number,
): Promise<string | null> {
  const some = db
    .select({ id: s.id })
    .from(s)
    .where(and(eq(s.workspaceId, workspaceId), isNull(s.deletedAt), after === null ? undefined : gt(s.id, after)))
    .orderBy(asc(s.id))
    .limit(limit)
    .for("update");
  const rows = await db.update(s).set({ deletedAt: sql`now()` }).where(inArray(s.id, some)).returning({ id: s.id });
  return rows.reduce<string | null>((last, { id }) => (last === null || id > last ? id : last), null);
}

/** Removes those of the workspaces that hold nothing any more: with the row of a memory its files would be forgotten. */
export async function removeEmptyWorkspaces(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const members = tx.select({ one: sql`1` }).from(m).where(eq(m.workspaceId, w.id));
  const sessions = tx.select({ one: sql`1` }).from(s).where(eq(s.workspaceId, w.id));
  const memories = tx
    .select({ one: sql`1` })
    .from(am)
    .innerJoin(a, eq(a.id, am.agentId))
    .where(eq(a.workspaceId, w.id));
  await tx.delete(w).where(and(inArray(w.id, ids), notExists(members), notExists(sessions), notExists(memories)));
}
