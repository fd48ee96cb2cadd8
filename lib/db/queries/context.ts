import { and, asc, eq, gt, gte, isNull, lte, sql } from "drizzle-orm";
import { builtOnce } from "@/lib/db/built-once";
import type { Db } from "@/lib/db/client";
import { chatMessages as m, chatSessions as s } from "@/lib/db/schema/chat";

/** Where a session's context stands. */
export type ContextState = {
  sessionId: string;
  workspaceId: string;
  userId: string;
  agentId: string | null;
  model: string | null;
  lastSeq: number;
  totalRunes: number;
  summary: string;
  summaryRunes: number;
  version: number;
  /** The anchor; it and all later ones are verbatim. */
  anchorSeq: number;
  coveredRunes: number;
  runesPerToken: number | null;
  /** What the agent's instructions and memory add to a payload. */
  promptRunes: number;
};

const stateQuery = builtOnce((db) =>
  db
    .select({
      sessionId: s.id,
      workspaceId: s.workspaceId,
      userId: s.userId,
      agentId: s.agentId,
      model: s.model,
      lastSeq: s.lastSeq,
      totalRunes: s.totalRunes,
      summary: s.contextSummary,
      summaryRunes: s.contextSummaryRunes,
      version: s.contextVersion,
      anchorSeq: s.verbatimSinceSeq,
      coveredRunes: s.coveredRunes,
      runesPerToken: s.runesPerToken,
      promptRunes: s.promptRunes,
    })
    .from(s)
    .where(and(eq(s.id, sql.placeholder("id")), isNull(s.deletedAt)))
    .prepare("context_state"),
);

/** Undefined once the session is deleted. One row. */
export async function contextState(db: Db, sessionId: string): Promise<ContextState | undefined> {
  const [row] = await stateQuery(db).execute({ id: sessionId });
  return row;
}

/** The same, with the session locked until the transaction ends. */
export async function lockContext(tx: Db, sessionId: string): Promise<ContextState | undefined> {
  await tx.select({ id: s.id }).from(s).where(eq(s.id, sessionId)).for("update");
  return await contextState(tx, sessionId);
}

const sent = gt(m.runes, 0);

/** The size of each message from `fromSeq` on that has a place in a payload, oldest first, at most `limit`. One index range. */
export async function unitsFrom(db: Db, sessionId: string, fromSeq: number, toSeq: number, limit: number) {
  return await db
    .select({
      seq: m.seq,
      id: m.id,
      startsTurn: sql<boolean>`${m.role} = 'user'`,
      runes: m.runes,
      runesBefore: m.runesBefore,
    })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), gte(m.seq, fromSeq), lte(m.seq, toSeq), sent))
    .orderBy(asc(m.seq))
    .limit(limit);
}

/**
 * The newest message before `beforeSeq` that has a place in a payload, after `skipped` newer ones. A few rows of the
 * index, read backwards.
 */
export async function lastUnitBefore(db: Db, sessionId: string, beforeSeq: number, skipped = 0) {
  const [row] = await db
    .select({ seq: m.seq, id: m.id, runes: m.runes, runesBefore: m.runesBefore })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), sql`${m.seq} < ${beforeSeq}`, sent))
    .orderBy(sql`${m.seq} desc`)
    .limit(1)
    .offset(skipped);
  return row;
}

/** The first question with at least `runesBefore` runes before it. One index probe, however long the conversation. */
export async function turnAfterRunes(db: Db, sessionId: string, runesBefore: number): Promise<number | null> {
  const [row] = await db
    .select({ seq: m.seq })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), sql`${m.role} = 'user'`, gte(m.runesBefore, runesBefore)))
    .orderBy(asc(m.runesBefore), asc(m.seq))
    .limit(1);
  return row?.seq ?? null;
}

const inRange = and(
  eq(m.sessionId, sql.placeholder("sessionId")),
  gte(m.seq, sql.placeholder("fromSeq")),
  lte(m.seq, sql.placeholder("toSeq")),
  sent,
);

const sliceQuery = builtOnce((db) =>
  db
    .select({ seq: m.seq, role: m.role, name: m.name, parts: m.parts, createdAt: m.createdAt })
    .from(m)
    .where(inRange)
    .orderBy(asc(m.seq))
    .limit(sql.placeholder("rows"))
    .prepare("payload_slice"),
);

/** The messages of `fromSeq` to `toSeq` that have a place in a payload, oldest first, at most `limit`. One index range. */
export async function payloadSlice(db: Db, sessionId: string, fromSeq: number, toSeq: number, limit: number) {
  return await sliceQuery(db).execute({ sessionId, fromSeq, toSeq, rows: limit });
}

const windowQuery = builtOnce((db) =>
  db
    .select({ seq: m.seq, role: m.role, parts: m.parts })
    .from(m)
    .where(inRange)
    .orderBy(sql`${m.seq} desc`)
    .limit(sql.placeholder("rows"))
    .prepare("payload_window"),
);

/**
 * The newest `limit` of these, oldest first, as a payload shows them. On the way to every first word: one statement, and no
 * column that is not needed.
 */
export async function payloadWindow(db: Db, sessionId: string, fromSeq: number, toSeq: number, limit: number) {
  return (await windowQuery(db).execute({ sessionId, fromSeq, toSeq, rows: limit })).reverse();
}

type ToldRange = { fromSeq: number; toSeq: number; step: number; headRunes: number };

/** The same as plain text, each message's first `headRunes`; of every `step`th turn only, where that is more than 1. */
export async function toldSlice(db: Db, sessionId: string, range: ToldRange, limit: number) {
  const { fromSeq, toSeq, step, headRunes } = range;
  const told = {
    ...{ seq: m.seq, role: m.role, name: m.name, createdAt: m.createdAt },
    text: sql<string>`left(${m.text}, ${headRunes}::int)`.as("head"),
  };
  if (step === 1) {
    return await db
      .select(told)
      .from(m)
      .where(and(eq(m.sessionId, sessionId), gte(m.seq, fromSeq), lte(m.seq, toSeq), sent))
      .orderBy(asc(m.seq))
      .limit(limit);
  }
  // A question and its answer each by a probe of its own, whatever lies between: the limit keeps the planner to that.
  const places = sql`(
    select first + besides as seq
    from generate_series(${fromSeq}::int, ${toSeq}::int, ${2 * step}::int) as first, generate_series(0, 1) as besides
    where first + besides <= ${toSeq}::int) as places`;
  const message = db
    .select(told)
    .from(m)
    .where(and(eq(m.sessionId, sessionId), eq(m.seq, sql`places.seq`), sent))
    .limit(1)
    .as("message");
  return await db
    .select({
      ...{ seq: message.seq, role: message.role, name: message.name, createdAt: message.createdAt },
      text: message.text,
    })
    .from(places)
    .innerJoinLateral(message, sql`true`)
    .orderBy(asc(message.seq))
    .limit(limit);
}

/** The message at that place, if it is still the same. */
export async function stands(db: Db, sessionId: string, seq: number, messageId: string): Promise<boolean> {
  const rows = await db
    .select({ seq: m.seq })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), eq(m.seq, seq), eq(m.id, messageId)));
  return rows.length > 0;
}

/** The message from which on all is verbatim, for the session's anchor columns. */
export async function anchorAt(db: Db, sessionId: string, seq: number) {
  const [row] = await db
    .select({ id: m.id, createdAt: m.createdAt })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), eq(m.seq, seq)));
  return { verbatimSinceSeq: seq, verbatimSinceMessageId: row?.id ?? null, verbatimSinceAt: row?.createdAt ?? null };
}

export async function setContext(tx: Db, sessionId: string, set: Partial<typeof s.$inferInsert>): Promise<void> {
  await tx.update(s).set(set).where(eq(s.id, sessionId));
}

/** The beginning of the session's first message, if that is a user's. */
export async function firstQuestion(db: Db, sessionId: string, runes: number): Promise<string | null> {
  const [row] = await db
    .select({ head: sql<string>`left(${m.text}, ${runes}::int)` })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), eq(m.seq, 1), eq(m.role, "user")));
  return row?.head ?? null;
}
