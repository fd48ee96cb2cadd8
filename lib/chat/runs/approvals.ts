import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { findRun, type RunKey } from "@/lib/db/queries/runs";
import { allowedTools, answerApproval, approvalOf, insertApproval } from "@/lib/db/queries/tool-approvals";
import { AppError } from "@/lib/errors";
import { Bell } from "./bell";
import { requestFlush } from "./flush";
import type { ActiveRun } from "./registry";
import { onNews, tellNews } from "./wire";

/** How often a waiting call looks by itself. */
const LOOK_MS = 1_000;

export type Approval = "allowed" | "denied" | "timeout";

/**
 * Asks the person whether this call may be made, in the conversation, and waits for the answer. Throws when the run is
 * aborted. A tool that was allowed for all of the conversation is not asked about again.
 */
export async function askApproval(
  run: ActiveRun,
  call: { callId: string; tool: string; input: unknown },
): Promise<Approval> {
  const db = await getDb();
  if ((await allowedTools(db, run.row.sessionId)).includes(call.tool)) return "allowed";
  const key = { sessionId: run.row.sessionId, runId: run.row.id, toolCallId: call.callId };
  const bell = new Bell();
  const stopListening = onNews(run.row.id, bell);
  const ring = () => bell.ring();
  run.signal.addEventListener("abort", ring, { once: true });
  try {
    // Stored before it is shown: an answer always finds what it answers.
    await insertApproval(db, { ...key, tool: call.tool });
    run.append({ type: "tool-approval-request", approvalId: call.callId, toolCallId: call.callId });
    requestFlush();
    const deadline = performance.now() + config().tools.approval_ms;
    for (;;) {
      run.signal.throwIfAborted();
      const answer = await approvalOf(db, key);
      if (answer !== null) {
        if (!answer) return "denied";
        // It runs now.
        const { callId: toolCallId, tool: toolName, input } = call;
        run.append({ type: "tool-input-available", toolCallId, toolName, input });
        requestFlush();
        return "allowed";
      }
      const left = deadline - performance.now();
      if (left <= 0) return "timeout";
      await bell.wait(Math.min(left, LOOK_MS));
    }
  } finally {
    run.signal.removeEventListener("abort", ring);
    stopListening();
  }
}

/** A person's answer to a call that waits. `always`: such calls need no asking any more in this conversation. */
export async function answerCall(
  actor: Actor,
  runId: string,
  { toolCallId, allow, always }: { toolCallId: string; allow: boolean; always: boolean },
): Promise<void> {
  const db = await getDb();
  const run = await findRun(db, actor, runId);
  if (!run) throw new AppError("not_found", { kind: "run" });
  const key: RunKey = { sessionId: run.sessionId, id: run.id };
  if (!(await answerApproval(db, key, toolCallId, { allow, always: allow && always }))) {
    throw new AppError("not_waiting", { tool_call_id: toolCallId });
  }
  tellNews(run.id);
}
