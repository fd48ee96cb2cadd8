import type { Turn, TurnPage } from "@/lib/http/contract/messages";

/** The questions as the conversation has them, oldest first. */
export function inOrder(pages: readonly TurnPage[] | undefined): Turn[] {
  return pages?.flatMap((page) => page.turns).reverse() ?? [];
}

/** The question that the reader is at: the last one that is not below them. */
export function currentQuestion(turns: readonly Turn[], seq: number | null): Turn | null {
  if (seq === null) return null;
  return turns.findLast((turn) => turn.seq <= seq) ?? null;
}

/** Whether the reader is beyond the questions at hand, on a side that goes on. */
export function isElsewhere(
  turns: readonly Turn[],
  seq: number,
  ends: { atNewest: boolean; atOldest: boolean },
): boolean {
  const [first] = turns;
  const last = turns.at(-1);
  if (!first || !last) return false;
  return (!ends.atOldest && seq < first.seq) || (!ends.atNewest && seq > last.seq + REACH);
}

/** An answer can be many messages long: so far below the last question at hand may still be its own. */
const REACH = 2;
