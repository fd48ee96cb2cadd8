import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import {
  chatMessages as m,
  chatSessions as s,
  type TruncationRow,
  truncations as t,
  truncatedMessages as tm,
} from "@/lib/db/schema/chat";
import type { Owner } from "./sessions";

const names = Object.values(getTableColumns(m)).map((column) => column.name);
const columns = sql.raw(names.join(", "));

export async function insertTruncation(tx: Db, values: Omit<typeof t.$inferInsert, "afterMessageId">): Promise<void> {
  const before = sql`(select id from ${m} where session_id = ${values.sessionId} and seq = ${values.fromSeq - 1})`;
  await tx.insert(t).values({ ...values, afterMessageId: before });
}

/** Moves the messages from `fromSeq` on out of the session. Answers how many, and the runes of all that stay. */
export async function moveTailOut(tx: Db, sessionId: string, truncationId: string, fromSeq: number) {
  const [moved] = await rowsOf<{ count: number; runes_before: string | null }>(
    tx,
    sql`with gone as (delete from ${m} where session_id = ${sessionId} and seq >= ${fromSeq} returning ${columns}),
      kept as (insert into ${tm} (${columns}, truncation_id) select ${columns}, ${truncationId}::uuid from gone)
      select count(*)::int as count, min(runes_before)::text as runes_before from gone`,
  );
  return { count: moved?.count ?? 0, runesBefore: Number(moved?.runes_before ?? 0) };
}

/** Moves them back as they were. Answers how many, and the runes of the session up to and with them. */
export async function moveTailBack(tx: Db, sessionId: string, truncationId: string) {
  const [moved] = await rowsOf<{ count: number; total_runes: string | null }>(
    tx,
    sql`with back as (delete from ${tm} where session_id = ${sessionId} and truncation_id = ${truncationId} returning ${columns}),
      put as (insert into ${m} (${columns}) select ${columns} from back)
      select count(*)::int as count, max(runes_before + runes)::text as total_runes from back`,
  );
  return { count: moved?.count ?? 0, totalRunes: Number(moved?.total_runes ?? 0) };
}

export async function findTruncation(db: Db, owner: Owner, id: string): Promise<TruncationRow | undefined> {
  const [row] = await db
    .select(getTableColumns(t))
    .from(t)
    .innerJoin(s, eq(s.id, t.sessionId))
    .where(and(eq(t.id, id), eq(s.userId, owner.userId), eq(s.workspaceId, owner.workspaceId), isNull(s.deletedAt)));
  return row;
}

export async function markUndone(tx: Db, truncation: Pick<TruncationRow, "sessionId" | "id">): Promise<void> {
  await tx
    .update(t)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(t.sessionId, truncation.sessionId), eq(t.id, truncation.id)));
}

/**
 * The messages that the session had when this tail was cut off, the tail included, wherever they are now.
 *
 * While a message stands, nothing before it can change: a cut takes all that follows, and an undo needs what stood
 * before. So the message before a cut tells the whole of its past. If a later cut has taken that message, then the
 * past is that cut's tail up to it, and before that the past of that cut, and so on down to what still stands.
 */
export function messagesBeforeCut({ sessionId, id, toSeq }: TruncationRow): SQL {
  const columnsOf = (alias: string) => sql.raw(names.map((name) => `${alias}.${name}`).join(", "));
  return sql`
    with recursive past as (
      select t.id, t.from_seq, t.after_message_id, ${toSeq}::int as last_seq from ${t} t
      where t.session_id = ${sessionId} and t.id = ${id}
      union all
      select t.id, t.from_seq, t.after_message_id, past.from_seq - 1
      from past
        join ${t} t on t.session_id = ${sessionId} and t.from_seq < past.from_seq and t.to_seq >= past.from_seq - 1
        join ${tm} tm on tm.session_id = ${sessionId} and tm.truncation_id = t.id and tm.seq = past.from_seq - 1
          and tm.id = past.after_message_id
    )
    select ${columnsOf("tm")} from past join ${tm} tm
      on tm.session_id = ${sessionId} and tm.truncation_id = past.id and tm.seq between past.from_seq and past.last_seq
    union all
    select ${columnsOf("m")} from ${m} m where m.session_id = ${sessionId} and m.seq < (select min(from_seq) from past)`;
}
