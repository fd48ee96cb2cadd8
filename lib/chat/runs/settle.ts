import { payloadRunes, textOf } from "@/lib/context/measure";
import { type Db, getDb } from "@/lib/db/client";
import { deleteEvents } from "@/lib/db/queries/run-events";
import { announceEnd, type Claim, endRun, lockSessionOfRun, type RunKey, writeAnswer } from "@/lib/db/queries/runs";
import type { MessageParts, RunRow, SessionRow } from "@/lib/db/schema/chat";
import type { Ending } from "./ending";

/** What was stored. `session` is null where the conversation or the message was deleted meanwhile: nothing was written. */
export type Settled = { run: RunRow; ending: Ending; session: SessionRow | null };

/**
 * Ends a run: its answer, its status and the session's totals in one transaction, and its events go. Undefined when
 * it had ended before or the claim does not hold. `partsFrom` reads inside the transaction.
 */
export async function settle(
  run: RunKey,
  claim: Claim,
  ending: Ending,
  partsFrom: (tx: Db) => Promise<MessageParts> | MessageParts,
): Promise<Settled | undefined> {
  const db = await getDb();
  return await db.transaction(async (tx: Db) => {
    // The session first, as everybody who writes messages does: so none waits for another in a circle.
    const session = await lockSessionOfRun(tx, run.sessionId);
    const ended = await endRun(tx, run, claim, { status: ending.run, error: ending.error });
    if (!ended) return undefined;
    const parts = await partsFrom(tx);
    await deleteEvents(tx, run);
    await announceEnd(tx, run);
    if (!session || session.deletedAt !== null) return { run: ended, ending, session: null };
    const written = await writeAnswer(tx, session, ended.assistantMessageId, {
      status: ending.message,
      error: ending.error,
      parts,
      text: textOf(parts),
      // An answer that failed is shown, but no model is told what came of it.
      runes: ending.message === "failed" ? 0 : payloadRunes(parts),
      usage: ending.usage,
    });
    return { run: ended, ending, session: written ?? null };
  });
}
