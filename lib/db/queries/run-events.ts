import type { UIMessageChunk } from "ai";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { chatRunEvents as e } from "@/lib/db/schema/chat";
import { RUN_CHANNEL, type RunKey } from "./runs";

/** What one run has streamed since its last batch. */
export type EventBatch = { sessionId: string; runId: string; lastN: number; chunks: readonly UIMessageChunk[] };

/** More would not fit into one notification. */
export const MAX_BATCHES = 200;

/**
 * Writes the batches of all runs of a process (MAX_BATCHES at most) and tells the others, in one statement. Answers the runs that were
 * written: one that has ended or is gone is left out, and so is one that is locked just now, which never makes it wait.
 */
export async function insertEvents(db: Db, owner: string, batches: readonly EventBatch[]): Promise<Set<string>> {
  const json = JSON.stringify(
    batches.map(({ sessionId, runId, lastN, chunks }) => ({
      session_id: sessionId,
      run_id: runId,
      last_n: lastN,
      chunks,
    })),
  );
  const rows = await rowsOf<{ ids: string }>(
    db,
    sql`with batch as (
      select * from jsonb_to_recordset(${json}::text::jsonb)
        as b(session_id uuid, run_id uuid, last_n integer, chunks jsonb)
    ), live as (
      select r.session_id, r.id from chat_runs r join batch b on r.session_id = b.session_id and r.id = b.run_id
      where r.status = 'running' and r.owner = ${owner} for share of r skip locked
    ), written as (
      insert into chat_run_events (session_id, run_id, last_n, chunks)
      select b.session_id, b.run_id, b.last_n, b.chunks from batch b
      join live on live.session_id = b.session_id and live.id = b.run_id
      on conflict do nothing returning run_id
    )
    select ids, pg_notify(${RUN_CHANNEL}, 'written:' || ids)
    from (select string_agg(id::text, ',') as ids from live) told where ids is not null`,
  );
  return new Set(rows[0]?.ids.split(",") ?? []);
}

export type EventRow = { lastN: number; chunks: UIMessageChunk[] };

/** The batches after a position, in order. One index range, at most `limit` rows. */
export async function eventsAfter(db: Db, run: RunKey, position: number, limit: number): Promise<EventRow[]> {
  return await db
    .select({ lastN: e.lastN, chunks: e.chunks })
    .from(e)
    .where(and(eq(e.sessionId, run.sessionId), eq(e.runId, run.id), gt(e.lastN, position)))
    .orderBy(asc(e.lastN))
    .limit(limit);
}

export async function deleteEvents(tx: Db, run: RunKey): Promise<void> {
  await tx.delete(e).where(and(eq(e.sessionId, run.sessionId), eq(e.runId, run.id)));
}
