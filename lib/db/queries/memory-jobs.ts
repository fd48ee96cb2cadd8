import { and, asc, desc, eq, gte, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/lib/db/client";
import { users as u, workspaces as w } from "@/lib/db/schema/accounts";
import { agents as a, type JobKind, type JobRow, memoryJobs as j } from "@/lib/db/schema/agents";
import { chatMessages as m, chatSessions as s } from "@/lib/db/schema/chat";

export type NewJob = Pick<
  JobRow,
  "sessionId" | "id" | "agentId" | "userId" | "kind" | "fromSeq" | "toSeq" | "messageIds" | "day"
>;

export async function insertJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length > 0) await db.insert(j).values([...jobs]);
}

/** Which messages of the range a note holds, or will. One index range. */
export const archivedIds = (db: Db, sessionId: string, fromSeq: number, toSeq: number) =>
  idsInJobs(db, ["flush", "append"], sessionId, fromSeq, toSeq);

/** Which of them entries were made of, or will be. */
export const extractedIds = (db: Db, sessionId: string, fromSeq: number, toSeq: number) =>
  idsInJobs(db, ["extract"], sessionId, fromSeq, toSeq);

async function idsInJobs(db: Db, kinds: JobKind[], sessionId: string, fromSeq: number, toSeq: number) {
  const rows = await db
    .select({ ids: j.messageIds })
    .from(j)
    .where(and(eq(j.sessionId, sessionId), gte(j.toSeq, fromSeq), lte(j.fromSeq, toSeq), inArray(j.kind, kinds)));
  return new Set(rows.flatMap(({ ids }) => ids));
}

/** Whoever stores jobs holds the session, as those do who write its messages. */
export async function lockSessionRow(tx: Db, sessionId: string): Promise<void> {
  await tx.select({ id: s.id }).from(s).where(eq(s.id, sessionId)).for("update");
}

const inMs = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1_000})`;
const isMine = (sessionId: string, id: string, owner: string) =>
  and(eq(j.sessionId, sessionId), eq(j.id, id), eq(j.owner, owner));

/**
 * Takes the oldest pending job of these kinds, so that they are done in order; undefined while somebody else is at it,
 * and, unless `early`, while it waits after a failure.
 */
export async function claimNextJob(
  db: Db,
  sessionId: string,
  kinds: readonly JobKind[],
  owner: string,
  { leaseMs, early }: { leaseMs: number; early: boolean },
): Promise<JobRow | undefined> {
  const next = db
    .select({ id: j.id })
    .from(j)
    .where(and(eq(j.sessionId, sessionId), eq(j.state, "pending"), inArray(j.kind, [...kinds])))
    .orderBy(asc(j.id))
    .limit(1);
  const [job] = await db
    .update(j)
    .set({ owner, leaseUntil: inMs(leaseMs) })
    .where(
      and(
        eq(j.sessionId, sessionId),
        inArray(j.id, next),
        eq(j.state, "pending"),
        sql`(${j.owner} is null or ${j.leaseUntil} < now())`,
        early ? undefined : lte(j.notBefore, sql`now()`),
      ),
    )
    .returning();
  return job;
}

export async function renewJob(db: Db, job: JobRow, owner: string, leaseMs: number): Promise<boolean> {
  const rows = await db
    .update(j)
    .set({ leaseUntil: inMs(leaseMs) })
    .where(isMine(job.sessionId, job.id, owner))
    .returning({ id: j.id });
  return rows.length > 0;
}

/**
 * False when it was somebody else's meanwhile: what was done with it must not stand. What an extraction decided goes with
 * its end: who forgets an entry must not find it here.
 */
export async function finishJob(tx: Db, job: JobRow, owner: string, messageIds?: string[]): Promise<boolean> {
  const rows = await tx
    .update(j)
    .set({
      ...{ state: "done", doneAt: sql`now()`, owner: null, leaseUntil: null, error: null },
      ...(messageIds && { messageIds }),
      ...(job.kind === "extract" && { operations: null }),
    })
    .where(isMine(job.sessionId, job.id, owner))
    .returning({ id: j.id });
  return rows.length > 0;
}

/** Lets go of it as it is. */
export async function releaseJob(db: Db, job: JobRow, owner: string): Promise<void> {
  await db
    .update(j)
    .set({ owner: null, leaseUntil: null })
    .where(isMine(job.sessionId, job.id, owner));
}

/** Puts it off, with what went wrong. */
export async function postponeJob(
  db: Db,
  job: JobRow,
  owner: string,
  { error, afterMs }: { error: string; afterMs: number },
): Promise<void> {
  await db
    .update(j)
    .set({
      attempts: job.attempts + 1,
      error,
      notBefore: inMs(afterMs),
      owner: null,
      leaseUntil: null,
    })
    .where(isMine(job.sessionId, job.id, owner));
}

/** What came of a person's wish to have something remembered, said in this message. */
export async function rememberJob(db: Db, sessionId: string, seq: number): Promise<JobRow | undefined> {
  const [row] = await db
    .select()
    .from(j)
    .where(and(eq(j.sessionId, sessionId), eq(j.kind, "remember"), gte(j.toSeq, seq), lte(j.fromSeq, seq)))
    .orderBy(desc(j.id))
    .limit(1);
  return row;
}

/** With the messages that they were decided from. False when the job is somebody else's meanwhile. */
export async function storeOperations(
  db: Db,
  job: JobRow,
  operations: unknown,
  messageIds: string[],
): Promise<boolean> {
  const rows = await db
    .update(j)
    .set({ operations, messageIds })
    .where(isMine(job.sessionId, job.id, job.owner ?? ""))
    .returning({ id: j.id });
  return rows.length > 0;
}

/** Whether it is this one's still, and stays so until the transaction ends. */
export async function holdsJob(tx: Db, job: JobRow): Promise<boolean> {
  const rows = await tx
    .select({ id: j.id })
    .from(j)
    .where(isMine(job.sessionId, job.id, job.owner ?? ""))
    .for("update");
  return rows.length > 0;
}

/**
 * Sessions in which something can be done now, the longest waiting first: the oldest job of one of the `lines` is due and
 * nobody is at it. What only waits behind one that failed is not: else those who wait for hours would keep all others
 * from being looked at.
 */
export async function sessionsWithDueJobs(db: Db, lines: readonly (readonly JobKind[])[], limit: number) {
  const line = sql<number>`case ${sql.join(
    lines.map((kinds, i) => sql`when ${inArray(j.kind, [...kinds])} then ${sql.raw(String(i))}`),
    sql` `,
  )} end`.as("line");
  const heads = db
    .selectDistinctOn([j.sessionId, sql`line`], {
      ...{ sessionId: j.sessionId, line, notBefore: j.notBefore, owner: j.owner, leaseUntil: j.leaseUntil },
    })
    .from(j)
    .where(eq(j.state, "pending"))
    .orderBy(j.sessionId, sql`line`, asc(j.id))
    .as("heads");
  const rows = await db
    .select({ id: heads.sessionId })
    .from(heads)
    .where(and(lte(heads.notBefore, sql`now()`), sql`(${heads.owner} is null or ${heads.leaseUntil} < now())`))
    .groupBy(heads.sessionId)
    .orderBy(sql`min(${heads.notBefore})`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** For the embedded database at its start: whoever was at one is gone. */
export async function dropJobClaims(db: Db): Promise<void> {
  await db.update(j).set({ owner: null, leaseUntil: null }).where(sql`${j.owner} is not null`);
}

/** The done flush and append jobs that hold messages from `fromSeq` on, for marking them in their notes. */
export async function archivesFrom(db: Db, sessionId: string, fromSeq: number) {
  return await db
    .select({ id: j.id, day: j.day, messageIds: j.messageIds })
    .from(j)
    .where(and(eq(j.sessionId, sessionId), gte(j.toSeq, fromSeq), inArray(j.kind, ["flush", "append"])))
    .orderBy(asc(j.id));
}

const owner = alias(u, "person");

/** Whose memory a session's messages go into, and by which rules. Undefined without an agent that still listens. */
export async function listenerOf(db: Db, sessionId: string) {
  const [row] = await db
    .select({
      agentId: a.id,
      creatorId: a.creatorId,
      agentName: a.name,
      agentModel: a.model,
      agentConfig: a.configJson,
      workspaceId: s.workspaceId,
      policy: w.policy,
      sessionId: s.id,
      userId: s.userId,
      title: s.title,
      model: s.model,
      runesPerToken: s.runesPerToken,
      personName: owner.name,
      locale: owner.locale,
      timeZone: owner.timeZone,
    })
    .from(s)
    .innerJoin(a, eq(a.id, s.agentId))
    .innerJoin(w, eq(w.id, s.workspaceId))
    .innerJoin(owner, eq(owner.id, s.userId))
    .where(
      and(
        eq(s.id, sessionId),
        sql`${s.deletedAt} is null`,
        sql`${a.deletedAt} is null`,
        sql`(${a.ownerId} = ${s.userId} or ${a.visibility} = 'workspace')`,
      ),
    );
  return row;
}
export type Listener = NonNullable<Awaited<ReturnType<typeof listenerOf>>>;

/** What a note and an extraction are told of a message. */
const archived = {
  id: m.id,
  seq: m.seq,
  role: m.role,
  name: m.name,
  parts: m.parts,
  text: m.text,
  status: m.status,
  createdAt: m.createdAt,
};

/** Messages of a range that are over, oldest first, at most `limit`. One index range. */
export async function messagesToArchive(db: Db, sessionId: string, fromSeq: number, toSeq: number, limit: number) {
  return await db
    .select(archived)
    .from(m)
    .where(and(eq(m.sessionId, sessionId), gte(m.seq, fromSeq), lte(m.seq, toSeq), ne(m.status, "running")))
    .orderBy(asc(m.seq))
    .limit(limit);
}
export type ArchivedMessage = Awaited<ReturnType<typeof messagesToArchive>>[number];

/** Those of these ids that still stand in the session. */
export async function standingMessages(db: Db, sessionId: string, ids: readonly string[]): Promise<ArchivedMessage[]> {
  if (ids.length === 0) return [];
  return await db
    .select(archived)
    .from(m)
    .where(and(eq(m.sessionId, sessionId), inArray(m.id, [...ids])))
    .orderBy(asc(m.seq));
}

/** Which of these ids still stand in the session. */
export async function standingIds(db: Db, sessionId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: m.id })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), inArray(m.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** From the anchor to the newest message of a person's conversations with an agent, newest activity first. One index range. */
export async function openWindowsWith(
  db: Db,
  { userId, workspaceId }: { userId: string; workspaceId: string },
  agentId: string,
  limit: number,
) {
  return await db
    .select({ sessionId: s.id, fromSeq: s.verbatimSinceSeq, toSeq: s.lastSeq })
    .from(s)
    .where(and(eq(s.userId, userId), eq(s.workspaceId, workspaceId), eq(s.agentId, agentId), isNull(s.deletedAt)))
    .orderBy(desc(s.updatedAt), desc(s.id))
    .limit(limit);
}
