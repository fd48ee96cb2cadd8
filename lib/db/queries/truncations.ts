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

export async function insertTruncation(tx: Db, values: typeof t.$inferInsert): Promise<void> {
  // The clock, not the start of the transaction: cuts of one session are told apart by it, in the order they were made.
  await tx.insert(t).values({ ...values, createdAt: sql`clock_timestamp()` });
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

/** The messages before a cut, `tm`, that a later one, `t`, has cut off and that did not come back. */
function cutLaterBelow({ sessionId, id, fromSeq, createdAt }: TruncationRow): SQL {
  return sql`from ${tm} tm join ${t} t on t.session_id = tm.session_id and t.id = tm.truncation_id
    where tm.session_id = ${sessionId} and tm.seq < ${fromSeq}
      and (t.created_at, t.id) > (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/**
 * Whether a message before the cut was cut off later and did not come back: what stands in its place was written since,
 * however many there are of it.
 */
export async function wasReplacedBelow(tx: Db, truncation: TruncationRow): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select 1 ${cutLaterBelow(truncation)} limit 1`);
  return rows.length > 0;
}

/** The messages that the session had when this tail was cut off, the tail included, wherever they are now. */
export function messagesBeforeCut(truncation: TruncationRow): SQL {
  const { sessionId, id, fromSeq } = truncation;
  // A place before the cut has been cut off since then, or it has not. If it has, then the first of those cuts has
  // the message that stood there; what stands there now was written later.
  return sql`
    select ${columns} from ${tm} where session_id = ${sessionId} and truncation_id = ${id}
    union all
    select ${columns} from (
      select distinct on (seq) ${columns} from (
        select ${sql.join(
          names.map((name) => sql`tm.${sql.identifier(name)}`),
          sql`, `,
        )}, t.created_at as cut_at, t.id as cut_id
        ${cutLaterBelow(truncation)}
        union all
        select ${columns}, 'infinity'::timestamptz, null::uuid from ${m} where session_id = ${sessionId} and seq < ${fromSeq}
      ) candidate order by seq, cut_at, cut_id
    ) prefix`;
}
