import type { Actor } from "@/lib/auth/actor-type";
import { decodeCursor, encodeCursor } from "@/lib/auth/cursor";
import { type Db, getDb } from "@/lib/db/client";
import { placeOf, searchTurnPage, type TurnRow, turnPage, turnPageAfter } from "@/lib/db/queries/messages";
import { AppError } from "@/lib/errors";
import type { Turn, TurnPage } from "@/lib/http/contract/messages";
import { cutGraphemes } from "@/lib/text";
import { requireSession } from "./require-session";
import { wordsOf } from "./words";

export type TurnsRequest = {
  sessionId: string;
  limit: number;
  cursor?: string | undefined;
  /** A message's id; not with `q`. */
  around?: string | undefined;
  q?: string | undefined;
};

/** Where a page of questions is. `seen`: how many newer ones were read on the way there. */
type Place = { direction: "older" | "newer"; seq: number; seen: number } | { around: string } | null;
/** Questions newest first, and the seq to go on from on either side; null at the end. */
type Found = { turns: TurnRow[]; continueBefore: number | null; continueAfter: number | null };

const PREVIEW_RUNES = 160;
/** Read of each question: enough for a preview also when much of it is white space. */
const HEAD_RUNES = 400;
/** How many questions one call of a search looks at, and how far into each. */
const SEARCH = { slice: 2_000, searchRunes: 4_000, headRunes: HEAD_RUNES };

/** The questions of a conversation, newest first, apart from any message window. */
export async function readTurns(actor: Actor, request: TurnsRequest): Promise<TurnPage> {
  const db = await getDb();
  const words = wordsOf(request.q);
  const searching = words.length > 0;
  const scope = JSON.stringify([request.sessionId, words]);
  const place = placeIn(scope, request);
  const [session, page] = await Promise.all([
    requireSession(db, actor, request.sessionId),
    searching ? search(db, request, place, words) : find(db, request, place),
  ]);
  const seen = (place && "seen" in place ? place.seen : 0) + page.turns.length;
  const cursor = (direction: "older" | "newer", seq: number | null) =>
    seq === null ? null : encodeCursor("turns", scope, [direction, seq, seen]);
  return {
    turns: page.turns.map(presentTurn),
    next_cursor: cursor("older", page.continueBefore),
    newer_cursor: cursor("newer", page.continueAfter),
    total_hint: searching ? seen : estimate(page, place, seen, session.lastSeq),
  };
}

async function find(db: Db, { sessionId, limit }: TurnsRequest, place: Place): Promise<Found> {
  if (place === null) return { ...(await turnPage(db, sessionId, null, limit, HEAD_RUNES)), continueAfter: null };
  if ("around" in place) return await findAround(db, sessionId, place.around, limit);
  const { direction, seq } = place;
  if (direction === "older") {
    const page = await turnPage(db, sessionId, seq, limit, HEAD_RUNES);
    return { ...page, continueAfter: page.turns[0]?.seq ?? seq - 1 };
  }
  const { turns, hasNewer } = await turnPageAfter(db, sessionId, seq, limit, HEAD_RUNES);
  const [newest] = turns;
  return {
    turns,
    continueBefore: turns.at(-1)?.seq ?? seq + 1,
    continueAfter: hasNewer && newest ? newest.seq : null,
  };
}

/** The question of the message, or the nearest before it, with as many newer as older ones around it. */
async function findAround(db: Db, sessionId: string, messageId: string, limit: number): Promise<Found> {
  const target = await placeOf(db, sessionId, messageId);
  if (!target) throw new AppError("not_found", { kind: "message" });
  const olderCount = Math.ceil(limit / 2);
  const [older, newer] = await Promise.all([
    turnPage(db, sessionId, target.seq + 1, olderCount, HEAD_RUNES),
    turnPageAfter(db, sessionId, target.seq, Math.max(1, limit - olderCount), HEAD_RUNES),
  ]);
  const [newest] = newer.turns;
  return {
    turns: [...newer.turns, ...older.turns],
    continueBefore: older.continueBefore,
    continueAfter: newer.hasNewer && newest ? newest.seq : null,
  };
}

async function search(db: Db, request: TurnsRequest, place: Place, words: string[]): Promise<Found> {
  const before = place && "seq" in place ? place.seq : null;
  const page = await searchTurnPage(db, request.sessionId, before, request.limit, { ...SEARCH, words });
  return { ...page, continueAfter: null };
}

function placeIn(scope: string, { cursor, around }: TurnsRequest): Place {
  if (around !== undefined) return { around };
  if (cursor === undefined) return null;
  const [direction, seq, seen] = decodeCursor("turns", scope, cursor);
  if ((direction !== "older" && direction !== "newer") || typeof seq !== "number" || typeof seen !== "number") {
    throw new AppError("invalid_cursor", { path: "cursor" });
  }
  return { direction, seq, seen };
}

/**
 * About how many questions there are: those read so far, and the rest as if it were as dense as this page. Nothing is
 * counted. Walking from the newest to the oldest it ends at the true number.
 */
function estimate({ turns, continueBefore }: Found, place: Place, seen: number, lastSeq: number): number {
  const fromNewest = place === null || ("direction" in place && place.direction === "older");
  const newest = turns[0]?.seq ?? lastSeq;
  const end = place === null ? lastSeq + 1 : "seq" in place && place.direction === "older" ? place.seq : newest + 1;
  const density = turns.length / Math.max(1, end - (continueBefore ?? 1));
  const older = continueBefore === null ? 0 : Math.max(1, Math.round((continueBefore - 1) * density));
  if (fromNewest) return seen + older;
  return turns.length + older + Math.round(Math.max(0, lastSeq - newest) * density);
}

function presentTurn(row: TurnRow): Turn {
  const oneLine = row.head.replace(/\s+/gu, " ").trim();
  return {
    message_id: row.id,
    seq: row.seq,
    preview: cutGraphemes(oneLine, PREVIEW_RUNES),
    created_at: row.createdAt.toISOString(),
  };
}
