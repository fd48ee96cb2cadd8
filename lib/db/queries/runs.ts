import { and, eq, exists, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import {
  chatMessages,
  chatSessions,
  type MessageError,
  type MessageParts,
  type MessageStatus,
  type MessageUsage,
  type RunRow,
  type RunStatus,
  chatRuns as r,
  type SessionRow,
} from "@/lib/db/schema/chat";
import { messageColumns } from "./messages";
import { activityTime, type Owner, sessionColumns } from "./sessions";

/** A run, and whether the process that has it was silent for longer than its lease. */
export type RunState = RunRow & { leaseOver: boolean };
/** What names a run in its own session. */
export type RunKey = Pick<RunRow, "sessionId" | "id">;

const withLease = { ...getTableColumns(r), leaseOver: sql<boolean>`${r.leaseUntil} < now()`.as("lease_over") };
// A literal, not a parameter: only that lets the planner use the partial indexes of running runs.
const isRunning = sql`${r.status} = 'running'`;
const isRun = (run: RunKey) => and(eq(r.sessionId, run.sessionId), eq(r.id, run.id));
const leaseEnd = (ms: number): SQL => sql`now() + make_interval(secs => ${ms / 1_000})`;

/** A run in any session of the owner's. */
export async function findRun(db: Db, owner: Owner, id: string): Promise<RunState | undefined> {
  const [row] = await db
    .select(withLease)
    .from(r)
    .innerJoin(chatSessions, eq(chatSessions.id, r.sessionId))
    .where(
      and(
        eq(r.id, id),
        eq(chatSessions.userId, owner.userId),
        eq(chatSessions.workspaceId, owner.workspaceId),
        isNull(chatSessions.deletedAt),
      ),
    );
  return row;
}

export async function runState(db: Db, run: RunKey): Promise<RunState | undefined> {
  const [row] = await db.select(withLease).from(r).where(isRun(run));
  return row;
}

export async function activeRun(db: Db, sessionId: string): Promise<RunState | undefined> {
  const [row] = await db
    .select(withLease)
    .from(r)
    .where(and(eq(r.sessionId, sessionId), isRunning));
  return row;
}

/** The run that answers this user message, and the one that is active: what decides over a send. Two index probes. */
export async function runsForSend(tx: Db, sessionId: string, userMessageId: string) {
  const here = eq(r.sessionId, sessionId);
  const rows = await unionAll(
    tx
      .select(withLease)
      .from(r)
      .where(and(here, eq(r.userMessageId, userMessageId))),
    tx.select(withLease).from(r).where(and(here, isRunning)),
  );
  return {
    ofMessage: rows.find((row) => row.userMessageId === userMessageId),
    active: rows.find((row) => row.status === "running"),
  };
}

export type NewRun = Omit<typeof r.$inferInsert, "leaseUntil" | "status">;

export async function insertRun(tx: Db, run: NewRun, leaseMs: number): Promise<RunRow> {
  const [row] = await tx
    .insert(r)
    .values({ ...run, status: "running", leaseUntil: leaseEnd(leaseMs) })
    .returning();
  if (!row) throw new Error("an insert gave no row back");
  return row;
}

/** Makes the session of a first message, unless it is there: the same message sent several times at once makes one. */
export async function insertSessionOnce(
  tx: Db,
  owner: Owner,
  { id, agentId }: { id: string; agentId: string | null },
): Promise<void> {
  await tx
    .insert(chatSessions)
    .values({ id, userId: owner.userId, workspaceId: owner.workspaceId, agentId })
    .onConflictDoNothing({ target: chatSessions.id });
}

/**
 * On which processes tell each other about runs, each payload a word and the ids it is about: `written:id,id` (new
 * events), `stop:id` (somebody wants it stopped), `answered:id` (a call that waited), `ended:id`.
 */
export const RUN_CHANNEL = "cadau_runs";

/** Marks a running run as to be stopped, and wakes its process. */
export async function requestStop(db: Db, run: RunKey): Promise<void> {
  await db.execute(
    sql`with stopped as (
      update chat_runs set stop_requested_at = coalesce(stop_requested_at, now())
      where session_id = ${run.sessionId} and id = ${run.id} and status = 'running' returning id)
    select pg_notify(${RUN_CHANNEL}, 'stop:' || id) from stopped`,
  );
}

/** Heard by the others when the transaction commits. */
export async function announceEnd(tx: Db, run: RunKey): Promise<void> {
  await tx.execute(sql`select pg_notify(${RUN_CHANNEL}, ${`ended:${run.id}`})`);
}

export type Beat = {
  id: string;
  stopRequested: boolean;
  /** False once the conversation or the message is deleted: nobody wants the answer any more. */
  wanted: boolean;
};

/**
 * Lengthens the leases of this process's runs, in one statement for all, and tells what became of them. A run that
 * another transaction has locked at this moment is left out, like one that is no longer this process's.
 */
export async function renewLeases(db: Db, owner: string, runs: readonly RunKey[], leaseMs: number): Promise<Beat[]> {
  const rows = await rowsOf<{ id: string; stop_requested: boolean; wanted: boolean }>(
    db,
    sql`with mine as (
      select r.session_id, r.id from chat_runs r
      join jsonb_to_recordset(${keysOf(runs)}::text::jsonb) as k(session_id uuid, id uuid)
        on r.session_id = k.session_id and r.id = k.id
      where r.owner = ${owner} and r.status = 'running' for no key update of r skip locked
    ), renewed as (
      update chat_runs r set lease_until = ${leaseEnd(leaseMs)} from mine
      where r.session_id = mine.session_id and r.id = mine.id
      returning r.session_id, r.id, r.assistant_message_id, r.stop_requested_at
    )
    select n.id, n.stop_requested_at is not null as stop_requested,
      exists (select 1 from chat_sessions s where s.id = n.session_id and s.deleted_at is null)
      and exists (select 1 from chat_messages m where m.session_id = n.session_id and m.id = n.assistant_message_id)
        as wanted
    from renewed n`,
  );
  return rows.map((row) => ({ id: row.id, stopRequested: row.stop_requested, wanted: row.wanted }));
}

/** Which of these runs are still this process's to write. */
export async function stillOwned(db: Db, owner: string, runs: readonly RunKey[]): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select r.id from chat_runs r
      join jsonb_to_recordset(${keysOf(runs)}::text::jsonb) as k(session_id uuid, id uuid)
        on r.session_id = k.session_id and r.id = k.id
      where r.owner = ${owner} and r.status = 'running'`,
  );
  return new Set(rows.map((row) => row.id));
}

const keysOf = (runs: readonly RunKey[]) =>
  JSON.stringify(runs.map((run) => ({ session_id: run.sessionId, id: run.id })));

/**
 * Who may end a run: the process that has it, or whoever finds that process lost, which is when the run's lease is
 * over. `only`: the one process that can have the database (the embedded one), so that every other is lost.
 */
export type Claim = { owner: string } | { lost: { only: string | null } };

function claimed(claim: Claim): SQL {
  if ("owner" in claim) return sql`${r.owner} = ${claim.owner}`;
  const { only } = claim.lost;
  return only === null ? sql`${r.leaseUntil} < now()` : sql`(${r.leaseUntil} < now() or ${r.owner} <> ${only})`;
}

/** Runs whose process is lost. A range of the index of running runs. */
export async function lostRuns(db: Db, claim: Claim, limit: number): Promise<RunKey[]> {
  return await db
    .select({ sessionId: r.sessionId, id: r.id })
    .from(r)
    .where(and(isRunning, claimed(claim)))
    .limit(limit);
}

/** The session's row, locked until the transaction ends, deleted or not. Sent when it is called. */
export async function lockSessionOfRun(tx: Db, sessionId: string): Promise<SessionRow | undefined> {
  const [row] = await tx.select(sessionColumns).from(chatSessions).where(eq(chatSessions.id, sessionId)).for("update");
  return row;
}

export type EndStatus = Exclude<RunStatus, "running">;

/** Ends a running run; undefined when it is not running any more or the claim does not hold. */
export async function endRun(
  tx: Db,
  run: RunKey,
  claim: Claim,
  end: { status: EndStatus; error: MessageError | null },
): Promise<RunRow | undefined> {
  const [row] = await tx
    .update(r)
    .set({ ...end, endedAt: sql`clock_timestamp()` })
    .where(and(isRun(run), isRunning, claimed(claim)))
    .returning();
  return row;
}

export type FinalAnswer = {
  status: Exclude<MessageStatus, "running">;
  error: MessageError | null;
  parts: MessageParts;
  text: string;
  runes: number;
  usage: MessageUsage | null;
  terms: number[];
};

/**
 * Writes the answer into its row and counts it in the session, which is locked, in one statement. Undefined, and
 * nothing is written, when the conversation or the row is deleted, or the row no longer waits for its answer. The
 * row is the session's last: while a run is active nobody else writes messages, so no running sum comes after it.
 */
export async function writeAnswer(
  tx: Db,
  run: Pick<RunRow, "sessionId" | "assistantMessageId">,
  answer: FinalAnswer,
): Promise<SessionRow | undefined> {
  const [m, s] = [chatMessages, chatSessions];
  const isLive = and(eq(s.id, run.sessionId), isNull(s.deletedAt));
  const isWaiting = and(eq(m.sessionId, run.sessionId), eq(m.id, run.assistantMessageId), eq(m.status, "running"));
  const written = tx.$with("written").as(
    tx
      .update(m)
      .set(answer)
      .where(and(isWaiting, exists(tx.select({ one: sql`1` }).from(s).where(isLive))))
      .returning({ seq: m.seq }),
  );
  const [counted] = await tx
    .with(written)
    .update(s)
    .set({ totalRunes: sql`${s.totalRunes} + ${answer.runes}`, updatedAt: activityTime })
    .where(and(isLive, sql`exists (select 1 from ${written})`))
    .returning(sessionColumns);
  return counted;
}

/** How many of the newest messages `settleOrphans` looks at. */
const ORPHAN_ROWS = 1_000;

/**
 * Messages near the end of the session that say they are being written while no run writes them: nothing that the
 * product does leaves such, but a status is settled, not trusted.
 */
export async function settleOrphans(tx: Db, session: SessionRow, error: MessageError): Promise<number> {
  const m = chatMessages;
  const rows = await tx
    .update(m)
    .set({ status: "interrupted", error })
    .where(
      and(
        eq(m.sessionId, session.id),
        sql`${m.seq} > ${session.lastSeq - ORPHAN_ROWS}`,
        eq(m.status, "running"),
        sql`not exists (select 1 from chat_runs r where r.session_id = ${session.id} and r.status = 'running'
          and r.assistant_message_id = ${m.id})`,
      ),
    )
    .returning({ id: m.id });
  return rows.length;
}

/** How the message of a run stands. */
export async function findAnswer(db: Db, run: Pick<RunRow, "sessionId" | "assistantMessageId">) {
  const m = chatMessages;
  const [row] = await db
    .select(messageColumns)
    .from(m)
    .where(and(eq(m.sessionId, run.sessionId), eq(m.id, run.assistantMessageId)));
  return row;
}

/** Replaces a title that no person gave and that nothing has changed since. */
export async function setAutomaticTitle(db: Db, sessionId: string, before: string, title: string): Promise<void> {
  const s = chatSessions;
  await db
    .update(s)
    .set({ title })
    .where(and(eq(s.id, sessionId), eq(s.title, before), eq(s.titleSet, false), isNull(s.deletedAt)));
}
