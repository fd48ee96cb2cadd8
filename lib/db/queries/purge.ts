import { sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import {
  chatRunEvents as e,
  chatMessages as m,
  chatSessions as s,
  truncatedMessages as tm,
} from "@/lib/db/schema/chat";

/** Locks a deleted session that nobody else is purging, the longest deleted first; undefined when there is none. */
export async function lockDeletedSession(tx: Db): Promise<string | undefined> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`select id from ${s} where deleted_at is not null order by deleted_at limit 1 for update skip locked`,
  );
  return row?.id;
}

/** Removes up to `limit` rows of each of its long tables. Answers how many went; 0: nothing is left in them. */
export async function deleteSlice(tx: Db, sessionId: string, limit: number): Promise<number> {
  let gone = 0;
  for (const table of [m, tm, e]) {
    const [deleted] = await rowsOf<{ count: number }>(
      tx,
      sql`with gone as (delete from ${table} where session_id = ${sessionId} and ctid = any(array(
          select ctid from ${table} where session_id = ${sessionId} limit ${limit})) returning 1)
        select count(*)::int as count from gone`,
    );
    gone += deleted?.count ?? 0;
  }
  return gone;
}

/** The row itself, with the little that still hangs on it. */
export async function deleteSessionRow(tx: Db, sessionId: string): Promise<void> {
  await tx.execute(sql`delete from ${s} where id = ${sessionId}`);
}
