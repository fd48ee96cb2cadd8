import { and, asc, eq, gt, gte, lte, sql } from "drizzle-orm";
import { builtOnce } from "@/lib/db/built-once";
import type { Db } from "@/lib/db/client";
import { chatMessages as m } from "@/lib/db/schema/chat";

/** Where a turn begins. */
export type TurnStart = { seq: number; runesBefore: number };

const turnStartQuery = builtOnce((db) => {
  const sessionId = sql.placeholder("sessionId");
  const probe = sql`(select
      (select seq from chat_messages where session_id = ${sessionId} and role = 'user'
        and runes_before >= ${sql.placeholder("runesBefore")} order by runes_before limit 1) as by_runes,
      (select seq from chat_messages where session_id = ${sessionId} and role = 'user'
        and seq >= ${sql.placeholder("seq")} order by seq limit 1) as by_number) probe`;
  return db
    .select({ seq: m.seq, runesBefore: m.runesBefore })
    .from(probe)
    .innerJoin(m, sql`${m.sessionId} = ${sessionId} and ${m.seq} = greatest(by_runes, by_number)`)
    .where(sql`by_runes is not null and by_number is not null`)
    .prepare("turn_start");
});

/**
 * The oldest user message with at least `seq` as its number and at least `runesBefore` runes before it; null where
 * none is. Two index probes and the row, however long the conversation.
 */
export async function firstTurnWithin(
  db: Db,
  sessionId: string,
  bounds: { runesBefore: number; seq: number },
): Promise<TurnStart | null> {
  const [row] = await turnStartQuery(db).execute({ sessionId, ...bounds });
  return row ?? null;
}

/** The messages of `fromSeq` to `toSeq` that have a place in a payload, oldest first, at most `limit`. One index range. */
export async function payloadSlice(db: Db, sessionId: string, fromSeq: number, toSeq: number, limit: number) {
  return db
    .select({ seq: m.seq, role: m.role, parts: m.parts })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), gte(m.seq, fromSeq), lte(m.seq, toSeq), gt(m.runes, 0)))
    .orderBy(asc(m.seq))
    .limit(limit);
}

/** The beginning of the session's first message, if that is a user's. */
export async function firstQuestion(db: Db, sessionId: string, runes: number): Promise<string | null> {
  const [row] = await db
    .select({ head: sql<string>`left(${m.text}, ${runes}::int)` })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), eq(m.seq, 1), eq(m.role, "user")));
  return row?.head ?? null;
}
