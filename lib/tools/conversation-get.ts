import { z } from "zod";
import { type Db, getDb } from "@/lib/db/client";
import { findMessage, messagesFrom, placeOf } from "@/lib/db/queries/messages";
import { findSession } from "@/lib/db/queries/sessions";
import type { MessageRow } from "@/lib/db/schema/chat";
import { badInput, notFound } from "./failure";
import { atMost, isId, LAST_SEQ, whole } from "./input";
import { messageLink } from "./links";
import { messageText } from "./message-text";
import { type Piece, pieceOf } from "./page";
import { defineTool, type ToolOutput, type ToolScope } from "./tool";
import { whenIn } from "./when";

const NAME = "conversation_get";
const USUAL_RUNES = 8_000;
const MOST_RUNES = 20_000;
/** However short they are: a conversation is never read as a whole. */
const MOST_MESSAGES = 50;
/** In memory at once, each of them perhaps megabytes. */
const SLICE = 8;

const Input = z.object({
  session_id: z.string().optional().describe("default: this conversation"),
  message_id: z.string().optional(),
  seq: whole().optional().describe("its number"),
  from_seq: whole().optional(),
  to_seq: whole().optional(),
  offset_runes: whole().optional(),
  max_runes: whole().optional().describe("up to 20000"),
});
type Input = z.infer<typeof Input>;

export const conversationGet = defineTool({
  name: NAME,
  description:
    "The original text of messages, tool results included: one (message_id or seq), or from_seq to to_seq. What is long comes in pieces: call again with `next`. Cite `link`.",
  input: Input,
  hasEffect: false,
  needsAgent: false,
  timeoutMs: 15_000,
  run: read,
});

/** `toSeq` absent: up to the newest. */
type Range = { sessionId: string; fromSeq: number; toSeq?: number | undefined };

async function read(scope: ToolScope, input: Input): Promise<ToolOutput> {
  const db = await getDb();
  const { sessionId, fromSeq, toSeq = LAST_SEQ } = await rangeOf(db, scope, input);
  const session = await findSession(db, scope.actor, sessionId);
  if (!session) throw notFound("conversation");
  const answer = (messages: ToolOutput[], next: { seq: number; offset: number } | null): ToolOutput => ({
    ...{ session_id: sessionId, title: session.title, last_seq: session.lastSeq, messages },
    // As the next call takes it.
    next: next && {
      ...{ session_id: sessionId, from_seq: next.seq, offset_runes: next.offset },
      ...(toSeq !== LAST_SEQ && { to_seq: toSeq }),
    },
  });
  const pieces: ToolOutput[] = [];
  let left = atMost(input.max_runes, USUAL_RUNES, MOST_RUNES);
  let offset = input.offset_runes ?? 0;
  for (let seq = fromSeq; ; ) {
    const rows = await messagesFrom(db, sessionId, seq - 1, toSeq, SLICE);
    for (const row of rows) {
      // With no room left this is only where the next call begins.
      if (left <= 0 || pieces.length === MOST_MESSAGES) return answer(pieces, { seq: row.seq, offset: 0 });
      const piece = pieceOf(textIn(row), offset, left);
      pieces.push(shown(scope, row, piece));
      if (piece.next !== null) return answer(pieces, { seq: row.seq, offset: piece.next });
      left -= piece.runes - piece.offset;
      offset = 0;
      seq = row.seq + 1;
    }
    if (rows.length < SLICE) break;
  }
  if (pieces.length === 0) throw notFound("message");
  return answer(pieces, null);
}

/** What an answer that is being written has read of itself would make it longer with each look. */
const textIn = (row: MessageRow) => messageText(row.parts, row.status === "running" ? { without: NAME } : {});

const shown = ({ actor }: ToolScope, row: MessageRow, piece: Piece): ToolOutput => ({
  ...{ seq: row.seq, speaker: row.name ?? row.role, at: whenIn(actor.timeZone, row.createdAt) },
  ...(row.status !== "complete" && { status: row.status }),
  link: messageLink(row.sessionId, row.id),
  text: piece.text,
  // Only where it is not the whole.
  ...((piece.offset > 0 || piece.next !== null) && { offset_runes: piece.offset, of_runes: piece.runes }),
});

async function rangeOf(db: Db, { actor, sessionId: here }: ToolScope, input: Input): Promise<Range> {
  const { session_id, message_id, seq, from_seq, to_seq } = input;
  if (message_id !== undefined) {
    if (!isId(message_id)) throw notFound("message");
    const found = session_id === undefined ? await findMessage(db, actor, message_id) : undefined;
    const sessionId = found?.sessionId ?? idOr(session_id, here);
    const place = found ?? (await placeOf(db, sessionId, message_id));
    if (!place) throw notFound("message");
    return { sessionId, fromSeq: place.seq, toSeq: place.seq };
  }
  const sessionId = idOr(session_id, here);
  if (seq !== undefined) return { sessionId, fromSeq: seq, toSeq: seq };
  if (from_seq === undefined) throw badInput("Say which messages: message_id, or seq, or from_seq and to_seq.");
  if (to_seq !== undefined && to_seq < from_seq) throw badInput("to_seq is before from_seq.");
  return { sessionId, fromSeq: from_seq, toSeq: to_seq };
}

function idOr(given: string | undefined, here: string): string {
  if (given !== undefined && !isId(given)) throw notFound("conversation");
  return given ?? here;
}
