/** What the length of a conversation is measured by, kept with its session. */
export type Totals = { lastSeq: number; totalRunes: number };

/** Bounds of the payload: the whole of it in runes, its fixed part (the system prompt), and rows in memory. */
export type Bounds = { limitRunes: number; fixedRunes: number; historyRows: number };

/** Runes that a token stands for until a model's real ratio is known: low enough for Chinese. */
const RUNES_PER_TOKEN = 1.5;

/** The most runes that a model may be given: as configured, else from its window; never more than it was found to take. */
export function limitRunes(model: {
  configured: number | undefined;
  windowTokens: number;
  reserveTokens: number;
  remembered: number | null;
}): number {
  // A window that is hardly larger than the reserve still leaves half of itself for the conversation.
  const inputTokens = Math.max(model.windowTokens - model.reserveTokens, model.windowTokens / 2);
  const wanted = model.configured ?? Math.floor(inputTokens * RUNES_PER_TOKEN);
  return model.remembered === null ? wanted : Math.min(wanted, model.remembered);
}

/**
 * How far back the payload may reach. A turn fits, with all that follow it, when its user message has at least
 * `runesBefore` runes before it and at least the number `seq`; both grow along a conversation.
 */
export function reach(totals: Totals, bounds: Bounds): { runesBefore: number; seq: number } {
  return {
    runesBefore: Math.max(0, totals.totalRunes - (bounds.limitRunes - bounds.fixedRunes)),
    seq: Math.max(1, totals.lastSeq - bounds.historyRows + 1),
  };
}

/** The most runes that a current message may have, as the only message of the payload. */
export function largestMessage(bounds: Pick<Bounds, "limitRunes" | "fixedRunes">): number {
  return bounds.limitRunes - bounds.fixedRunes;
}

/** How many of the oldest turns have to go so that the newest ones fit into `room` together. The newest always stays. */
export function turnsToDrop(turnRunes: readonly number[], room: number): number {
  let kept = 0;
  let sum = 0;
  for (const runes of turnRunes.toReversed()) {
    sum += runes;
    if (kept > 0 && sum > room) break;
    kept++;
  }
  return turnRunes.length - kept;
}

export type Budget = { used_runes: number; limit_runes: number; used_pct: number };

export function budgetOf(usedRunes: number, limit: number): Budget {
  return { used_runes: usedRunes, limit_runes: limit, used_pct: Math.round((usedRunes / limit) * 1_000) / 10 };
}
