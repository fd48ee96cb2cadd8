import type { Actor } from "@/lib/auth/actor-type";
import { presentMessage } from "@/lib/chat/present";
import { contextBudget } from "@/lib/context/payload/budget";
import { getDb } from "@/lib/db/client";
import { findAnswer } from "@/lib/db/queries/runs";
import { findSession } from "@/lib/db/queries/sessions";
import { AppError } from "@/lib/errors";
import type { SendAnswer } from "@/lib/http/contract/runs";
import { followSent } from "./follow";
import type { Sent } from "./send";

/** The answer to a send as a whole, once its run has ended. */
export async function awaitAnswer(actor: Actor, { sessionId, run }: Sent, signal: AbortSignal): Promise<SendAnswer> {
  for await (const _ of followSent(actor, run, signal)) {
    // Nothing is taken from the stream: what counts is what was stored.
  }
  const db = await getDb();
  const session = await findSession(db, actor, sessionId);
  const answer = session && (await findAnswer(db, run));
  if (!answer) throw new AppError("not_found", { kind: "message" });
  return {
    session_id: sessionId,
    run_id: run.id,
    message: presentMessage(answer, { shorten: false }),
    ...(answer.error && { error: answer.error }),
    context_budget: await contextBudget(actor, session),
  };
}
