import type { ModelMessage } from "ai";
import type { Db } from "@/lib/db/client";
import { payloadSlice } from "@/lib/db/queries/context";
import { windowOf } from "./budget";
import { payloadRunes } from "./measure";
import { type PayloadRow, toModelMessages } from "./model-messages";
import { type Bounds, type Totals, turnsToDrop } from "./plan";
import { SYSTEM_PROMPT } from "./system-prompt";

/** Rows that one read brings. */
const SLICE_ROWS = 500;

/** What a model is given. */
export type Payload = { instructions: string; messages: ModelMessage[]; usedRunes: number };

type Turn = { rows: PayloadRow[]; runes: number };

/**
 * The system prompt, the newest whole turns that fit, and last the current message, the user message at `currentSeq`.
 * Rows are read in slices, no more than the bounds allow in all.
 */
export async function assemble(
  db: Db,
  conversation: { sessionId: string; currentSeq: number; totals: Totals },
  bounds: Bounds,
): Promise<Payload> {
  const { sessionId, currentSeq, totals } = conversation;
  const { start } = await windowOf(db, sessionId, totals, bounds);
  const turns = await readTurns(db, sessionId, start?.seq ?? currentSeq, currentSeq);
  // The counts stored with the rows chose the window; what counts in the end is what stands in them.
  const measured = turns.map((turn) => turn.runes);
  const kept = turns.slice(turnsToDrop(measured, bounds.limitRunes - bounds.fixedRunes));
  return {
    instructions: SYSTEM_PROMPT,
    messages: await toModelMessages(kept.flatMap((turn) => turn.rows)),
    usedRunes: bounds.fixedRunes + kept.reduce((sum, turn) => sum + turn.runes, 0),
  };
}

async function readTurns(db: Db, sessionId: string, fromSeq: number, toSeq: number): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let seq = fromSeq; seq <= toSeq; ) {
    const rows = await payloadSlice(db, sessionId, seq, toSeq, SLICE_ROWS);
    for (const { role, parts } of rows) {
      if (role === "user" || turns.length === 0) turns.push({ rows: [], runes: 0 });
      const turn = turns.at(-1) as Turn;
      turn.rows.push({ role, parts });
      turn.runes += payloadRunes(parts);
    }
    const last = rows.at(-1);
    if (!last || rows.length < SLICE_ROWS) break;
    seq = last.seq + 1;
  }
  return turns;
}
