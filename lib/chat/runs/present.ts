import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { findRun } from "@/lib/db/queries/runs";
import type { RunRow } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import type { Run } from "@/lib/http/contract/runs";
import { settleIfLost } from "./recover";

export function presentRun(run: RunRow): Run {
  return {
    id: run.id,
    session_id: run.sessionId,
    status: run.status,
    error: run.error,
    model: run.model,
    user_message_id: run.userMessageId,
    message_id: run.assistantMessageId,
    created_at: run.createdAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
  };
}

/** A run's state as it is, also when its process is lost. */
export async function readRun(actor: Actor, id: string): Promise<Run> {
  const db = await getDb();
  const run = await findRun(db, actor, id);
  if (!run) throw new AppError("not_found", { kind: "run" });
  if (run.status !== "running") return presentRun(run);
  await settleIfLost(run.sessionId);
  return presentRun((await findRun(db, actor, id)) ?? run);
}
