import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type RollReason, type WorkRow, contextWork as w } from "@/lib/db/schema/chat";

const inMs = (ms: number): SQL<Date> => sql`now() + make_interval(secs => ${ms / 1_000})`;
const isFree = sql`(${w.owner} is null or ${w.leaseUntil} < now())`;
const isMine = (sessionId: string, owner: string) => and(eq(w.sessionId, sessionId), eq(w.owner, owner));

/**
 * Makes `owner` the one who rolls this session, for as long as its lease is renewed; undefined while somebody else is.
 * The background does not take it from under somebody who waits. With `force` it is taken from whoever has it: what
 * that one has made since cannot be committed any more.
 */
export async function claimWork(
  db: Db,
  sessionId: string,
  owner: string,
  { leaseMs, background, force = false }: { leaseMs: number; background: boolean; force?: boolean },
): Promise<WorkRow | undefined> {
  const set = { owner, leaseUntil: inMs(leaseMs), ...(!background && { yieldUntil: null }) };
  const isLeft = sql`${isFree} and (${w.yieldUntil} is null or ${w.yieldUntil} < now())`;
  const mayTake = force ? undefined : background ? isLeft : isFree;
  const [row] = await db
    .insert(w)
    .values({ sessionId, ...set })
    .onConflictDoUpdate({ target: w.sessionId, set, ...(mayTake && { setWhere: mayTake }) })
    .returning();
  return row;
}

/** False when the claim is lost. */
export async function renewClaim(db: Db, sessionId: string, owner: string, leaseMs: number): Promise<boolean> {
  const rows = await db
    .update(w)
    .set({ leaseUntil: inMs(leaseMs) })
    .where(isMine(sessionId, owner))
    .returning({ id: w.sessionId });
  return rows.length > 0;
}

export async function releaseClaim(db: Db, sessionId: string, owner: string): Promise<void> {
  // Who waits is left alone: the mark is theirs, and keeps the background from being there first again.
  await db.update(w).set({ owner: null, leaseUntil: null }).where(isMine(sessionId, owner));
}

/** Whether `owner` still has it, held so until the transaction ends. */
export async function holdsClaim(tx: Db, sessionId: string, owner: string): Promise<boolean> {
  const rows = await tx.select({ id: w.sessionId }).from(w).where(isMine(sessionId, owner)).for("update");
  return rows.length > 0;
}

/** Asks the background to leave the session to somebody who waits. */
export async function askToYield(db: Db, sessionId: string, ms: number): Promise<void> {
  await db
    .update(w)
    .set({ yieldUntil: inMs(ms) })
    .where(eq(w.sessionId, sessionId));
}

/**
 * Puts a session on the background's list. One that has failed keeps its time, or is due in half a minute at the latest.
 * Answers whether it is due now.
 */
export async function wantWork(db: Db, sessionId: string, reason: RollReason): Promise<boolean> {
  const [row] = await db
    .insert(w)
    .values({ sessionId, wanted: reason })
    .onConflictDoUpdate({
      target: w.sessionId,
      set: {
        wanted: reason,
        wishes: sql`${w.wishes} + 1`,
        notBefore: sql`least(${w.notBefore}, now() + make_interval(secs => case when ${w.attempts} > 0 then 30 else 0 end))`,
      },
    })
    .returning({ due: sql<boolean>`${w.notBefore} <= now()` });
  return row?.due ?? false;
}

export type WorkChanges = Partial<Pick<WorkRow, "wanted" | "attempts" | "stagedVersion">> & { notBeforeMs?: number };

/** With `wishes` only while nothing has been wished for since there were so many. Whether it was changed. */
export async function changeWork(
  db: Db,
  sessionId: string,
  { notBeforeMs, ...set }: WorkChanges,
  wishes?: number,
): Promise<boolean> {
  const later = notBeforeMs === undefined ? {} : { notBefore: inMs(notBeforeMs) };
  const rows = await db
    .update(w)
    .set({ ...set, ...later })
    .where(and(eq(w.sessionId, sessionId), wishes === undefined ? undefined : eq(w.wishes, wishes)))
    .returning({ id: w.sessionId });
  return rows.length > 0;
}

export async function findWork(db: Db, sessionId: string): Promise<WorkRow | undefined> {
  const [row] = await db.select().from(w).where(eq(w.sessionId, sessionId));
  return row;
}

/**
 * Sessions that the background has to look at now: first those in which somebody has just had a reply, then the long
 * work of backlogs and summaries that are made again; the longest waiting first.
 */
export async function dueWork(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: w.sessionId })
    .from(w)
    .where(and(sql`${w.wanted} is not null`, sql`${w.notBefore} <= now()`, isFree))
    .orderBy(sql`${w.wanted} in ('backlog', 'redo')`, w.notBefore)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** For the embedded database at its start: whoever had a claim is gone. */
export async function dropAllClaims(db: Db): Promise<void> {
  await db.update(w).set({ owner: null, leaseUntil: null, yieldUntil: null }).where(sql`${w.owner} is not null`);
}
