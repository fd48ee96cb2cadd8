import { asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { chatMessages as m, chatSessions as s } from "@/lib/db/schema/chat";

export type UnindexedMessage = {
  sessionId: string;
  id: string;
  text: string;
  name: string | null;
  createdAt: Date;
  userId: string;
  workspaceId: string;
};

const columns = {
  sessionId: m.sessionId,
  id: m.id,
  text: m.text,
  name: m.name,
  createdAt: m.createdAt,
  userId: s.userId,
  workspaceId: s.workspaceId,
};

/** Messages that no search finds yet, for they were written before there was one. Locked; those that others have are left out. */
export async function lockUnindexed(tx: Db, limit: number): Promise<UnindexedMessage[]> {
  return await tx
    .select(columns)
    .from(m)
    .innerJoin(s, eq(s.id, m.sessionId))
    .where(isNull(m.terms))
    .limit(limit)
    .for("update", { of: m, skipLocked: true });
}

export async function putTerms(
  tx: Db,
  rows: readonly { sessionId: string; id: string; terms: readonly number[] }[],
): Promise<void> {
  const given = JSON.stringify(rows.map(({ sessionId, id, terms }) => ({ s: sessionId, id, terms })));
  await tx.execute(sql`update ${m} set terms = g.terms
    from json_to_recordset(${given}::json) as g (s uuid, id uuid, terms bigint[])
    where ${m.sessionId} = g.s and ${m.id} = g.id`);
}

/** The next messages in the order of conversations and places, for indexing all anew. Locked. */
export async function lockMessagesAfter(
  tx: Db,
  after: { sessionId: string; seq: number } | null,
  limit: number,
): Promise<(UnindexedMessage & { seq: number })[]> {
  return await tx
    .select({ ...columns, seq: m.seq })
    .from(m)
    .innerJoin(s, eq(s.id, m.sessionId))
    .where(after ? sql`(${m.sessionId}, ${m.seq}) > (${after.sessionId}::uuid, ${after.seq}::int)` : undefined)
    .orderBy(asc(m.sessionId), asc(m.seq))
    .limit(limit)
    .for("update", { of: m });
}
