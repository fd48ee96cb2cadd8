import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { searchTurnPage, type TurnRow, turnPage } from "@/lib/db/queries/messages";
import { AppError } from "@/lib/errors";
import type { Turn, TurnPage } from "@/lib/http/contract/messages";
import { cutGraphemes } from "@/lib/text";
import { decodeCursor, encodeCursor } from "./cursor";
import { requireSession } from "./require-session";
import { wordsOf } from "./words";

export type TurnsRequest = { sessionId: string; limit: number; cursor?: string | undefined; q?: string | undefined };

const PREVIEW_RUNES = 160;
/** Read of each question: enough for a preview also when much of it is white space. */
const HEAD_RUNES = 400;
/** How many questions one call of a search looks at, and how far into each. */
const SEARCH = { slice: 2_000, searchRunes: 4_000, headRunes: HEAD_RUNES };

/** The questions of a conversation, newest first, apart from any message window. */
export async function readTurns(actor: Actor, request: TurnsRequest): Promise<TurnPage> {
  const db = await getDb();
  const words = wordsOf(request.q);
  const scope = JSON.stringify([request.sessionId, words]);
  const { before, seen } = request.cursor === undefined ? { before: null, seen: 0 } : placeIn(scope, request.cursor);
  const searching = words.length > 0;
  const [session, page] = await Promise.all([
    requireSession(db, actor, request.sessionId),
    searching
      ? searchTurnPage(db, request.sessionId, before, request.limit, { ...SEARCH, words })
      : turnPage(db, request.sessionId, before, request.limit, HEAD_RUNES),
  ]);
  const seenNow = seen + page.turns.length;
  const rest = searching ? 0 : estimateRest(page.turns, before ?? session.lastSeq + 1, page.continueBefore);
  return {
    turns: page.turns.map(presentTurn),
    next_cursor: page.continueBefore === null ? null : encodeCursor("turns", scope, [page.continueBefore, seenNow]),
    total_hint: seenNow + rest,
  };
}

function placeIn(scope: string, cursor: string): { before: number; seen: number } {
  const [before, seen] = decodeCursor("turns", scope, cursor);
  if (typeof before !== "number" || typeof seen !== "number") throw new AppError("invalid_cursor", { path: "cursor" });
  return { before, seen };
}

/** How many questions are older than this page, if they are as dense there as in it. Nothing is counted. */
function estimateRest(turns: readonly TurnRow[], before: number, continueBefore: number | null): number {
  if (continueBefore === null) return 0;
  const density = turns.length / Math.max(1, before - continueBefore);
  return Math.max(1, Math.round((continueBefore - 1) * density));
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
