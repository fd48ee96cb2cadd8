import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { contextBudget } from "@/lib/context/payload/budget";
import { rollSoonIfFull } from "@/lib/context/roll/background";
import { copyContext, rewindContext, setVersion } from "@/lib/context/roll/rewind";
import { type Db, getDb } from "@/lib/db/client";
import { copyMessages } from "@/lib/db/queries/copy-messages";
import { copyShownFiles } from "@/lib/db/queries/files";
import { placeOf } from "@/lib/db/queries/messages";
import { activeRunId, changeSession, insertSession } from "@/lib/db/queries/sessions";
import {
  findTruncation,
  insertTruncation,
  markUndone,
  messagesBeforeCut,
  moveTailBack,
  moveTailOut,
} from "@/lib/db/queries/truncations";
import type { SessionRow, TruncationRow } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import type { Truncated, Undone } from "@/lib/http/contract/messages";
import { wantStrike } from "@/lib/memory/strike";
import { branchOf } from "./branch";
import { requireLockedSession, requireSession } from "./require-session";
import { stopActiveRun } from "./runs/stop";

/** How often a truncate stops an answer that somebody else started in between, before it gives up. */
const STOP_ATTEMPTS = 3;

/** Deletes a message and all later ones; an answer that is being written is stopped first. The tail is kept for undo. */
export async function truncate(
  actor: Actor,
  { sessionId, messageId }: { sessionId: string; messageId: string },
): Promise<Truncated> {
  const db = await getDb();
  await requireSession(db, actor, sessionId);
  if (!(await placeOf(db, sessionId, messageId))) throw new AppError("not_found", { kind: "message" });
  for (let attempt = 1; ; attempt++) {
    await stopActiveRun(sessionId);
    const cut = await db.transaction(async (tx: Db) => {
      const session = await requireLockedSession(tx, actor, sessionId);
      const runId = await activeRunId(tx, sessionId);
      if (runId !== null) return { runId };
      const place = await placeOf(tx, sessionId, messageId);
      if (!place) throw new AppError("not_found", { kind: "message" });
      return await truncateFrom(tx, session, place.seq);
    });
    if (!("runId" in cut)) {
      const { deleted, truncationId, session } = cut;
      return { deleted, truncation_id: truncationId, context_budget: await contextBudget(actor, session) };
    }
    if (attempt === STOP_ATTEMPTS) throw new AppError("run_active", { run_id: cut.runId });
  }
}

/**
 * Cuts off the tail from `fromSeq` on, inside the caller's transaction: the session is locked and no run is active.
 * The rows move as they are, so that undo gives back exactly what was there; the summary goes back to what it was there.
 */
export async function truncateFrom(
  tx: Db,
  session: SessionRow,
  fromSeq: number,
): Promise<{ truncationId: string; deleted: number; session: SessionRow }> {
  const truncationId = uuidv7();
  const { id: sessionId, lastSeq, contextVersion } = session;
  await insertTruncation(tx, { sessionId, id: truncationId, fromSeq, toSeq: lastSeq, contextVersion });
  const { count, runesBefore } = await moveTailOut(tx, session.id, truncationId, fromSeq);
  if (count === 0) throw new Error("a truncation must cut something off");
  await rewindContext(tx, session, fromSeq);
  await wantStrike(tx, session, fromSeq, lastSeq);
  const changed = await changeSession(tx, session, sessionId, { lastSeq: fromSeq - 1, totalRunes: runesBefore });
  return { truncationId, deleted: count, session: changed ?? session };
}

/**
 * Puts a tail back while nothing newer was written. With `as: "fork"` the conversation as it was before the cut
 * becomes a new session, whatever has happened since, and the original is left alone.
 */
export async function undoTruncation(
  actor: Actor,
  id: string,
  { as }: { as?: "fork" | undefined } = {},
): Promise<Undone> {
  const db = await getDb();
  const known = await findTruncation(db, actor, id);
  if (!known) throw new AppError("not_found", { kind: "truncation" });
  const { session, restored } = await db.transaction(async (tx: Db) => {
    const locked = await requireLockedSession(tx, actor, known.sessionId);
    const truncation = await findTruncation(tx, actor, id);
    if (!truncation) throw new AppError("not_found", { kind: "truncation" });
    if (truncation.undoneAt) throw new AppError("already_undone", { truncation_id: id });
    await markUndone(tx, truncation);
    return as === "fork"
      ? await restoreAsFork(tx, actor, locked, truncation)
      : await restoreInPlace(tx, locked, truncation);
  });
  const context_budget = await contextBudget(actor, session);
  rollSoonIfFull(session, context_budget, "backlog");
  return { session_id: session.id, restored, context_budget };
}

async function restoreInPlace(tx: Db, session: SessionRow, truncation: TruncationRow) {
  const { fromSeq, afterMessageId } = truncation;
  const asBefore = afterMessageId === null || (await placeOf(tx, session.id, afterMessageId));
  if (session.lastSeq !== fromSeq - 1 || !asBefore)
    throw new AppError("newer_messages", { truncation_id: truncation.id });
  const { count, totalRunes } = await moveTailBack(tx, session.id, truncation.id);
  await setVersion(tx, session.id, truncation.contextVersion);
  await wantStrike(tx, session, fromSeq, truncation.toSeq);
  const changed = await changeSession(tx, session, session.id, { lastSeq: truncation.toSeq, totalRunes });
  return { session: changed ?? session, restored: count };
}

async function restoreAsFork(tx: Db, actor: Actor, source: SessionRow, truncation: TruncationRow) {
  const fork = await insertSession(tx, branchOf(source, null, actor.locale));
  const { lastSeq, totalRunes } = await copyMessages(tx, messagesBeforeCut(truncation), fork.id);
  await copyShownFiles(tx, source.id, fork.id);
  const from = { sessionId: source.id, version: truncation.contextVersion };
  await copyContext(tx, from, { sessionId: fork.id, lastSeq });
  const changed = await changeSession(tx, actor, fork.id, { lastSeq, totalRunes });
  return { session: changed ?? fork, restored: truncation.toSeq - truncation.fromSeq + 1 };
}
