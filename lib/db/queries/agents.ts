import { and, desc, eq, exists, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "@/lib/db/client";
import { users as u, workspaces as w } from "@/lib/db/schema/accounts";
import { type AgentRow, agents as a, memoryJobs as j, agentMemories as m } from "@/lib/db/schema/agents";
import { chatSessions as s } from "@/lib/db/schema/chat";
import { isKept } from "./agent-memories";
import type { Owner } from "./sessions";

/** Of the actor's workspace: their own, and those that are shared with it. Archived ones too, deleted ones not. */
export const visibleTo = ({ userId, workspaceId }: Owner) =>
  and(eq(a.workspaceId, workspaceId), isNull(a.deletedAt), or(eq(a.ownerId, userId), eq(a.visibility, "workspace")));

/** An agent that the actor may talk to. */
export async function findAgent(db: Db, actor: Owner, id: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(a)
    .where(and(eq(a.id, id), visibleTo(actor)));
  return row;
}

export async function insertAgent(db: Db, values: typeof a.$inferInsert): Promise<AgentRow> {
  const [row] = await db.insert(a).values(values).returning();
  if (!row) throw new Error("an insert gave no row back");
  return row;
}

/** The same row, locked until the transaction ends. */
export async function lockAgent(tx: Db, actor: Owner, id: string): Promise<AgentRow | undefined> {
  const [row] = await tx
    .select()
    .from(a)
    .where(and(eq(a.id, id), visibleTo(actor)))
    .for("update");
  return row;
}

/** Until the transaction ends the agent is not deleted; false: that has happened. To be sent before its memory is locked. */
export async function holdAgent(tx: Db, id: string): Promise<boolean> {
  const isThere = and(eq(a.id, id), isNull(a.deletedAt));
  const rows = await tx.select({ one: sql`1` }).from(a).where(isThere).for("key share");
  return rows.length > 0;
}

/** With all that a screen tells of it: its owner's name, the actor's own memory with it, the workspace's policy. */
const views = (db: Db, { userId }: Owner) =>
  db
    .select({ agent: a, ownerName: u.name, memory: m, policy: w.policy })
    .from(a)
    .innerJoin(u, eq(u.id, a.ownerId))
    .innerJoin(w, eq(w.id, a.workspaceId))
    .leftJoin(m, and(eq(m.agentId, a.id), eq(m.userId, userId), isNull(m.deletedAt)));

export async function findAgentView(db: Db, actor: Owner, id: string) {
  const [row] = await views(db, actor).where(and(eq(a.id, id), visibleTo(actor)));
  return row;
}

/** Newest first; ids are in the order of time. `before`: the last id of the page before. */
export async function agentPage(
  db: Db,
  actor: Owner,
  { archived }: { archived: boolean },
  before: string | undefined,
  limit: number,
) {
  const rows = await views(db, actor)
    .where(
      and(
        visibleTo(actor),
        archived ? isNotNull(a.archivedAt) : isNull(a.archivedAt),
        before === undefined ? undefined : lt(a.id, before),
      ),
    )
    .orderBy(desc(a.id))
    .limit(limit + 1);
  const agents = rows.slice(0, limit);
  return { agents, continueAt: rows.length > limit ? (agents.at(-1)?.agent.id ?? null) : null };
}

export type AgentSet = PgUpdateSetSource<typeof a>;

export async function changeAgent(tx: Db, id: string, changes: AgentSet): Promise<void> {
  await tx.update(a).set(changes).where(eq(a.id, id));
}

/** Takes the agent from up to `limit` of its conversations. Answers how many. */
export async function detachSessions(db: Db, agentId: string, limit: number): Promise<number> {
  const some = db.select({ id: s.id }).from(s).where(eq(s.agentId, agentId)).limit(limit);
  const rows = await db.update(s).set({ agentId: null }).where(inArray(s.id, some)).returning({ id: s.id });
  return rows.length;
}

/** Deleted agents whose rows still stand. */
export async function deletedAgents(db: Db): Promise<Pick<AgentRow, "id" | "creatorId">[]> {
  return await db.select({ id: a.id, creatorId: a.creatorId }).from(a).where(isNotNull(a.deletedAt));
}

/** Deleted agents that conversations still name. */
export async function deletedWithSessions(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: a.id })
    .from(a)
    .where(and(isNotNull(a.deletedAt), exists(db.select({ one: sql`1` }).from(s).where(eq(s.agentId, a.id)))));
  return rows.map(({ id }) => id);
}

/** Removes the rows of deleted agents that neither a memory nor a conversation names. */
export async function deleteForgottenAgents(db: Db): Promise<void> {
  const memories = db.select({ one: sql`1` }).from(m).where(eq(m.agentId, a.id));
  const sessions = db.select({ one: sql`1` }).from(s).where(eq(s.agentId, a.id));
  await db.delete(a).where(and(isNotNull(a.deletedAt), notExists(memories), notExists(sessions)));
}

/** The actor's memories with agents of the workspace that are gone. */
export async function keptMemories(db: Db, { userId, workspaceId }: Owner) {
  return db
    .select({ agent: a, memory: m })
    .from(m)
    .innerJoin(a, eq(a.id, m.agentId))
    .where(and(eq(m.userId, userId), eq(a.workspaceId, workspaceId), isNotNull(a.deletedAt), isKept))
    .orderBy(desc(a.deletedAt));
}

/** The agent of a conversation, if its person may still talk to it. One index probe. */
export async function findSpeakingAgent(db: Db, { agentId, userId }: { agentId: string; userId: string }) {
  const [row] = await db
    .select({
      ...{ id: a.id, creatorId: a.creatorId, ownerId: a.ownerId, name: a.name },
      ...{ instructions: a.instructions, configJson: a.configJson },
    })
    .from(a)
    .where(and(eq(a.id, agentId), isNull(a.deletedAt), or(eq(a.ownerId, userId), eq(a.visibility, "workspace"))));
  return row;
}

/** Those of that name or id that the actor may talk to, whatever the case of its letters; archived ones left out. */
export async function findAgentsByName(db: Db, actor: Owner, name: string): Promise<AgentRow[]> {
  return await db
    .select()
    .from(a)
    .where(
      and(
        visibleTo(actor),
        isNull(a.archivedAt),
        or(sql`lower(${a.name}) = lower(${name})`, sql`${a.id}::text = lower(${name})`),
      ),
    )
    .orderBy(a.createdAt)
    .limit(10);
}

/** Jobs of a memory that are not done yet. */
export async function countWaitingJobs(
  db: Db,
  { agentId, userId }: { agentId: string; userId: string },
): Promise<number> {
  return db.$count(j, and(eq(j.agentId, agentId), eq(j.userId, userId), eq(j.state, "pending")));
}

/** Nobody finds the agents of this person any more. */
export async function markAgentsOf(tx: Db, userId: string): Promise<void> {
  await tx
    .update(a)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(a.ownerId, userId), isNull(a.deletedAt)));
}
