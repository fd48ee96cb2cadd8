import type { Actor } from "@/lib/auth/actor-type";
import { decodeCursor, encodeCursor } from "@/lib/auth/cursor";
import { budgetUnder } from "@/lib/context/payload/budget";
import { rollSoonIfFull } from "@/lib/context/roll/background";
import { type Db, getDb } from "@/lib/db/client";
import { latestPage, type MessagePage, pageAfter, pageAround, pageBefore } from "@/lib/db/queries/messages";
import { AppError } from "@/lib/errors";
import type { HistoryPage } from "@/lib/http/contract/messages";
import { modelOrDefaultOf } from "@/lib/models/registry";
import { presentMessage } from "./present";
import { requireSession } from "./require-session";
import { settleIfLost } from "./runs/recover";

export type HistoryRequest = {
  sessionId: string;
  limit: number;
  cursor?: string | undefined;
  /** A message's id. */
  around?: string | undefined;
};

type Direction = "older" | "newer";
/** Where a page is: before or after a seq, around a message, or (null) the newest. */
type Place = { direction: Direction; seq: number } | { around: string } | null;

/**
 * A page of a conversation, its cost the same however long that is. The session and the page are read at the same
 * time; the page is only answered when the session turned out to be the actor's.
 */
export async function readHistory(actor: Actor, request: HistoryRequest): Promise<HistoryPage> {
  const db = await getDb();
  const place = placeOf(request);
  const read = () =>
    Promise.all([requireSession(db, actor, request.sessionId), readPage(db, request.sessionId, place, request.limit)]);
  let [[session, page], modelFor] = await Promise.all([read(), modelOrDefaultOf(actor)]);
  if (page?.messages.some((message) => message.status === "running")) {
    // Only believed while its run is alive.
    await settleIfLost(request.sessionId);
    [session, page] = await read();
  }
  if (!page) throw new AppError("not_found", { kind: "message" });
  const budget = budgetUnder(session, modelFor(session.model));
  // An imported or long dormant conversation is made ready while it is being looked at.
  if (place === null) rollSoonIfFull(session, budget, "backlog");
  return {
    messages: page.messages.map((row) => presentMessage(row, { shorten: true })),
    ...edges(page, place, session),
    context_budget: budget,
  };
}

function placeOf({ sessionId, cursor, around }: HistoryRequest): Place {
  if (around !== undefined) return { around };
  if (cursor === undefined) return null;
  const [direction, seq] = decodeCursor("history", sessionId, cursor);
  if ((direction !== "older" && direction !== "newer") || typeof seq !== "number") {
    throw new AppError("invalid_cursor", { path: "cursor" });
  }
  return { direction, seq };
}

async function readPage(db: Db, sessionId: string, place: Place, limit: number): Promise<MessagePage | undefined> {
  if (place === null) return await latestPage(db, sessionId, limit);
  if ("around" in place) return await pageAround(db, sessionId, place.around, limit);
  if (place.direction === "older") return await pageBefore(db, sessionId, place.seq, limit);
  return await pageAfter(db, sessionId, place.seq, limit);
}

/** Cursors name the seq at the page's edge, so what is deleted or written between two calls moves nothing. */
function edges(page: MessagePage, place: Place, session: { id: string; lastSeq: number }) {
  const cursor = (direction: Direction, seq: number) => encodeCursor("history", session.id, [direction, seq]);
  const first = page.messages[0];
  const last = page.messages.at(-1);
  if (first && last) {
    const older = page.hasOlder ? cursor("older", first.seq) : null;
    const newer = page.hasNewer ? cursor("newer", last.seq) : null;
    return { older_cursor: older, newer_cursor: newer, next_cursor: older, at_live_edge: newer === null };
  }
  // Nothing there: the session is empty, or what the cursor pointed at was cut off since.
  const seq = place && "seq" in place ? place.seq : 0;
  const older =
    place && "seq" in place && place.direction === "newer" && session.lastSeq > 0 ? cursor("older", seq + 1) : null;
  const newer =
    place && "seq" in place && place.direction === "older" && session.lastSeq >= seq ? cursor("newer", seq - 1) : null;
  return { older_cursor: older, newer_cursor: newer, next_cursor: older, at_live_edge: newer === null };
}
