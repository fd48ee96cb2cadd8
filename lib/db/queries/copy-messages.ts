import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { chatMessages as m } from "@/lib/db/schema/chat";

/** UUIDv7 made by the database, for statements that make many rows. PostgreSQL has a function for it only from 18 on. */
const uuidv7 = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/** The messages of a session up to `lastSeq`. */
export function messagesUpTo(sessionId: string, lastSeq: number): SQL {
  return sql`select * from ${m} where session_id = ${sessionId} and seq <= ${lastSeq}`;
}

/**
 * Copies the messages that `source` selects into another session, under new ids: same places, text and times. Their
 * runs stay with the original. Answers the seq of the last and the runes of all.
 */
export async function copyMessages(tx: Db, source: SQL, sessionId: string) {
  const [copied] = await rowsOf<{ count: number; last_seq: number; total_runes: string }>(
    tx,
    sql`with copied as (
        insert into ${m} (session_id, id, seq, role, name, parts, text, runes, runes_before, status, error, model, usage, run_id, created_at, terms)
        select ${sessionId}::uuid, ${uuidv7}, seq, role, name, parts, text, runes, runes_before,
          case status when 'running' then 'interrupted' else status end, error, model, usage, null, created_at, terms
        from (${source}) source
        returning seq, runes, runes_before)
      select count(*)::int as count, coalesce(max(seq), 0) as last_seq, coalesce(max(runes_before + runes), 0)::text as total_runes
      from copied`,
  );
  return { count: copied?.count ?? 0, lastSeq: copied?.last_seq ?? 0, totalRunes: Number(copied?.total_runes ?? 0) };
}
