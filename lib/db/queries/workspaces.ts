import { and, asc, eq, exists, isNull, ne, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Role } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";
import { apiTokens, workspaceMembers as m, users as u, workspaces as w } from "@/lib/db/schema/accounts";
import { agents as a } from "@/lib/db/schema/agents";
import { chatSessions as s } from "@/lib/db/schema/chat";
import { passKnowledge } from "./knowledge";

const ADMISSION_LOCK = 7_223_285_002;

/** Until the transaction ends no other one admits or lets go a user: two first accounts at once make one owner. */
export async function lockAdmission(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMISSION_LOCK}::bigint)`);
}

const isOwned = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(m)
      .where(and(eq(m.workspaceId, w.id), eq(m.role, "owner"))),
  );

/** Whether anybody owns anything here. */
export async function isClaimed(db: Db): Promise<boolean> {
  const rows = await db.select({ id: w.id }).from(w).where(isOwned(db)).limit(1);
  return rows.length > 0;
}

/** The workspace that new accounts join; null: there is none, or nobody owns it any more. */
export async function homeWorkspaceId(db: Db): Promise<string | null> {
  const [row] = await db
    .select({ id: w.id })
    .from(w)
    .where(and(eq(w.isHome, true), isOwned(db)))
    .limit(1);
  return row?.id ?? null;
}

export async function insertWorkspace(db: Db, values: { name: string; isHome?: boolean }): Promise<string> {
  const id = uuidv7();
  await db.insert(w).values({ id, ...values });
  return id;
}

export async function insertMember(db: Db, workspaceId: string, userId: string, role: Role): Promise<void> {
  await db.insert(m).values({ workspaceId, userId, role });
}

/** The roles of everybody else in the workspace. */
export async function rolesOfOthers(db: Db, workspaceId: string, userId: string): Promise<Role[]> {
  const rows = await db
    .select({ role: m.role })
    .from(m)
    .where(and(eq(m.workspaceId, workspaceId), ne(m.userId, userId)));
  return rows.map((row) => row.role);
}

/** The roles of everybody in the workspace. */
export async function rolesOf(db: Db, workspaceId: string): Promise<Role[]> {
  const rows = await db.select({ role: m.role }).from(m).where(eq(m.workspaceId, workspaceId));
  return rows.map((row) => row.role);
}

export async function membershipsOf(db: Db, userId: string): Promise<{ workspaceId: string; role: Role }[]> {
  return db
    .select({ workspaceId: m.workspaceId, role: m.role })
    .from(m)
    .where(eq(m.userId, userId))
    .orderBy(asc(m.createdAt));
}

/** A user's workspaces, the one that they joined first first. */
export async function workspacesOf(db: Db, userId: string) {
  return db
    .select({ id: w.id, name: w.name, role: m.role })
    .from(m)
    .innerJoin(w, eq(w.id, m.workspaceId))
    .where(eq(m.userId, userId))
    .orderBy(asc(m.createdAt), asc(w.id));
}

/**
 * Whoever changes who is a member, or with which role, holds the workspace. Rows that only refer to it go on being
 * written: else they would wait for this transaction with locks that it needs.
 */
export async function lockWorkspace(tx: Db, id: string) {
  const [row] = await tx.select().from(w).where(eq(w.id, id)).for("no key update");
  return row;
}

export async function findWorkspace(db: Db, id: string) {
  const [row] = await db.select().from(w).where(eq(w.id, id));
  return row;
}

export async function changeWorkspace(
  db: Db,
  id: string,
  changes: Partial<Pick<typeof w.$inferSelect, "name" | "policy">>,
): Promise<void> {
  await db.update(w).set(changes).where(eq(w.id, id));
}

/** Everybody in the workspace, owners first, then by when they came. */
export async function membersOf(db: Db, workspaceId: string) {
  return db
    .select({ userId: m.userId, name: u.name, email: u.email, role: m.role, since: m.createdAt })
    .from(m)
    .innerJoin(u, eq(u.id, m.userId))
    .where(eq(m.workspaceId, workspaceId))
    .orderBy(sql`array_position(array['owner', 'admin', 'member'], ${m.role})`, asc(m.createdAt), asc(m.userId));
}

export async function findMember(db: Db, workspaceId: string, userId: string): Promise<{ role: Role } | undefined> {
  const [row] = await db
    .select({ role: m.role })
    .from(m)
    .where(and(eq(m.workspaceId, workspaceId), eq(m.userId, userId)));
  return row;
}

export async function setRole(tx: Db, workspaceId: string, userId: string, role: Role): Promise<void> {
  await tx
    .update(m)
    .set({ role })
    .where(and(eq(m.workspaceId, workspaceId), eq(m.userId, userId)));
}

export async function deleteMember(tx: Db, workspaceId: string, userId: string): Promise<void> {
  await tx.delete(m).where(and(eq(m.workspaceId, workspaceId), eq(m.userId, userId)));
}

/** The owner who came first, somebody left out. */
export async function oldestOwner(db: Db, workspaceId: string, besides: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: m.userId })
    .from(m)
    .where(and(eq(m.workspaceId, workspaceId), eq(m.role, "owner"), ne(m.userId, besides)))
    .orderBy(asc(m.createdAt), asc(m.userId))
    .limit(1);
  return row?.userId ?? null;
}

/** What a member has in the workspace. Conversations are counted up to `most` only. */
export async function belongingsOf(db: Db, workspaceId: string, userId: string, most: number) {
  const sessions = db
    .select({ one: sql`1` })
    .from(s)
    .where(and(eq(s.userId, userId), eq(s.workspaceId, workspaceId), isNull(s.deletedAt)))
    .limit(most)
    .as("some_sessions");
  const [[conversations], agents, [tokens]] = await Promise.all([
    db.select({ count: sql<number>`count(*)::int` }).from(sessions),
    db
      .select({ visibility: a.visibility, count: sql<number>`count(*)::int` })
      .from(a)
      .where(and(eq(a.workspaceId, workspaceId), eq(a.ownerId, userId), isNull(a.deletedAt)))
      .groupBy(a.visibility),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(apiTokens)
      .where(and(eq(apiTokens.workspaceId, workspaceId), eq(apiTokens.userId, userId))),
  ]);
  const agentsThat = (visibility: "private" | "workspace") =>
    agents.find((row) => row.visibility === visibility)?.count ?? 0;
  return {
    conversations: conversations?.count ?? 0,
    privateAgents: agentsThat("private"),
    sharedAgents: agentsThat("workspace"),
    tokens: tokens?.count ?? 0,
  };
}

/** The agents that a member shared become another's. Answers how many. */
export async function passSharedAgents(tx: Db, workspaceId: string, from: string, to: string): Promise<number> {
  const rows = await tx
    .update(a)
    .set({ ownerId: to, updatedAt: sql`now()` })
    .where(and(eq(a.workspaceId, workspaceId), eq(a.ownerId, from), eq(a.visibility, "workspace"), isNull(a.deletedAt)))
    .returning({ id: a.id });
  await passKnowledge(
    tx,
    rows.map(({ id }) => id),
    to,
  );
  return rows.length;
}

export async function deleteTokensIn(tx: Db, workspaceId: string, userId: string): Promise<void> {
  await tx.delete(apiTokens).where(and(eq(apiTokens.workspaceId, workspaceId), eq(apiTokens.userId, userId)));
}

/** Conversations of a member, or of everybody, in which an answer is being written. */
export async function activeSessionsIn(db: Db, workspaceId: string, userId?: string): Promise<string[]> {
  const rows = await db
    .select({ id: s.id })
    .from(s)
    .where(
      and(
        eq(s.workspaceId, workspaceId),
        userId === undefined ? undefined : eq(s.userId, userId),
        sql`exists (select 1 from chat_runs r where r.session_id = ${s.id} and r.status = 'running')`,
      ),
    );
  return rows.map(({ id }) => id);
}
