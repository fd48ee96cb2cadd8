import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { toolApprovals as a, chatSessions as s } from "@/lib/db/schema/chat";
import { RUN_CHANNEL, type RunKey } from "./runs";

export type ApprovalKey = { sessionId: string; runId: string; toolCallId: string };

/** The tools that need no asking any more in this conversation. */
export async function allowedTools(db: Db, sessionId: string): Promise<string[]> {
  const [row] = await db.select({ allowed: s.allowedTools }).from(s).where(eq(s.id, sessionId));
  return row?.allowed ?? [];
}

export async function insertApproval(db: Db, values: ApprovalKey & { tool: string }): Promise<void> {
  await db.insert(a).values(values).onConflictDoNothing();
}

/** How a call was answered; null: not yet. */
export async function approvalOf(db: Db, { sessionId, runId, toolCallId }: ApprovalKey): Promise<boolean | null> {
  const [row] = await db
    .select({ allowed: a.allowed })
    .from(a)
    .where(and(eq(a.sessionId, sessionId), eq(a.runId, runId), eq(a.toolCallId, toolCallId)));
  return row?.allowed ?? null;
}

/**
 * Answers a call that waits, remembers the tool where it is allowed for good, and wakes the run's process. False where
 * no such call waits: it was answered before, or the run has ended. One statement.
 */
export async function answerApproval(
  db: Db,
  run: RunKey,
  toolCallId: string,
  { allow, always }: { allow: boolean; always: boolean },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`with answered as (
      update tool_approvals a set allowed = ${allow}, answered_at = now() from chat_runs r
      where a.session_id = ${run.sessionId} and a.run_id = ${run.id} and a.tool_call_id = ${toolCallId} and a.allowed is null
        and r.session_id = a.session_id and r.id = a.run_id and r.status = 'running'
      returning a.tool
    ), remembered as (
      update chat_sessions set allowed_tools = array_append(allowed_tools, answered.tool) from answered
      where id = ${run.sessionId} and ${always} and not answered.tool = any(allowed_tools)
    )
    select pg_notify(${RUN_CHANNEL}, ${`answered:${run.id}`}) from answered`,
  );
  return rows.length > 0;
}
