import { payloadRunes, textOf } from "@/lib/context/size/measure";
import { type Db, getDb } from "@/lib/db/client";
import { deleteEvents } from "@/lib/db/queries/run-events";
import {
  announceEnd,
  type Claim,
  endRun,
  type FinalAnswer,
  lockSessionOfRun,
  type RunKey,
  writeAnswer,
} from "@/lib/db/queries/runs";
import type { MessageParts, RunRow, SessionRow } from "@/lib/db/schema/chat";
import { wantAppend } from "@/lib/memory/append";
import { withWish } from "@/lib/memory/wish";
import { messageTerms } from "@/lib/search/message-terms";
import type { Ending } from "./ending";

/** What was stored. `session` is null where the conversation or the message was deleted meanwhile: nothing was written. */
export type Settled = { run: RunRow; ending: Ending; session: SessionRow | null };

type More = { wish?: boolean; entails?: (tx: Db, session: SessionRow) => Promise<void> };

/** Thrown to undo what was already done in the transaction. */
class NotOurs extends Error {}

/**
 * Ends a run: its answer, its status and the session's totals in one transaction, and its events go. Undefined when
 * it had ended before or the claim does not hold. Parts that are a function are read inside the transaction. `wish`: they
 * may lack what came of the question's wish to the memory. `entails`: what else is stored with an answer.
 */
export async function settle(
  run: RunKey & Pick<RunRow, "userMessageId" | "assistantMessageId">,
  claim: Claim,
  ending: Ending,
  parts: MessageParts | ((tx: Db) => Promise<MessageParts>),
  more: More = {},
): Promise<Settled | undefined> {
  const db = await getDb();
  try {
    return await db.transaction((tx: Db) => settleIn(tx, run, claim, ending, parts, more));
  } catch (error) {
    if (error instanceof NotOurs) return undefined;
    throw error;
  }
}

async function settleIn(
  tx: Db,
  run: Parameters<typeof settle>[0],
  claim: Claim,
  ending: Ending,
  partsOrRead: Parameters<typeof settle>[3],
  { wish, entails }: More,
): Promise<Settled> {
  // The session first, as everybody who writes messages does: so none waits for another in a circle.
  const session = await lockSessionOfRun(tx, run.sessionId);
  const read = typeof partsOrRead === "function" ? await partsOrRead(tx) : partsOrRead;
  const parts = wish ? await withWishOf(tx, session, run, read) : read;
  // Sent together, done one after the other; whether the run could be ended decides whether the others stand.
  const [ended, written] = await Promise.all([
    endRun(tx, run, claim, { status: ending.run, error: ending.error }),
    writeAnswer(tx, run, answerOf(ending, parts, session)),
    deleteEvents(tx, run),
    announceEnd(tx, run),
  ]);
  if (!ended) throw new NotOurs();
  if (written && written.agentId !== null && ending.message !== "failed")
    await wantAppend(tx, written.id, turnOf(ended, written));
  if (written) await entails?.(tx, written);
  return { run: ended, ending, session: written ?? null };
}

async function withWishOf(
  tx: Db,
  session: SessionRow | undefined,
  run: Parameters<typeof settle>[0],
  parts: MessageParts,
): Promise<MessageParts> {
  if (!session || session.agentId === null) return parts;
  return await withWish(tx, { agentId: session.agentId, userId: session.userId }, run, parts);
}

/** The question and its answer: nothing is written behind them while the run goes on. */
const turnOf = ({ userMessageId, assistantMessageId }: RunRow, { lastSeq }: SessionRow) => [
  { id: userMessageId, seq: lastSeq - 1 },
  { id: assistantMessageId, seq: lastSeq },
];

function answerOf(ending: Ending, parts: MessageParts, session: SessionRow | undefined): FinalAnswer {
  const text = textOf(parts);
  return {
    status: ending.message,
    error: ending.error,
    parts,
    text,
    runes: runesOf(ending, parts),
    usage: ending.usage,
    terms: session ? messageTerms(session, { text, createdAt: new Date() }) : [],
  };
}

/** An answer that failed is shown, but no model is told what came of it, unless tools have done or found something. */
export function runesOf(ending: Ending, parts: MessageParts): number {
  const hasResults = parts.some((part) => "toolCallId" in part && part.state === "output-available");
  return ending.message === "failed" && !hasResults ? 0 : payloadRunes(parts);
}
