/** What is known of a model's room. Tokens with a factor of 1 are those of `estimateTokens`. */
export type ModelRoom = {
  windowTokens: number;
  /** Real tokens to an estimated one. */
  tokenFactor: number;
  /** The most estimated tokens that it was found to take; null: it never refused. */
  rememberedTokens: number | null;
};

/** Estimated tokens that a payload may have: the window without the room for the answer, or what a refusal taught. */
export function inputTokens(model: ModelRoom, reserveTokens: number): number {
  // A window that is hardly larger than the reserve still leaves half of itself for the conversation.
  const real = Math.max(model.windowTokens - reserveTokens, model.windowTokens / 2);
  return Math.floor(Math.min(real / model.tokenFactor, model.rememberedTokens ?? Number.POSITIVE_INFINITY));
}

/** The most runes of a payload whose writing has `runesPerToken`: as configured, else what the model's room allows. */
export function limitRunes(
  model: ModelRoom,
  { configured, reserveTokens }: { configured: number | undefined; reserveTokens: number },
  runesPerToken: number,
): number {
  if (configured === undefined) return Math.max(1, Math.floor(inputTokens(model, reserveTokens) * runesPerToken));
  if (model.rememberedTokens === null) return configured;
  return Math.max(1, Math.min(configured, Math.floor(model.rememberedTokens * runesPerToken)));
}

/** The cap of the summary: as configured, else 4 % of the limit within 2,000 and 16,000; never more than an eighth of it. */
export function summaryCap(limit: number, configured: number | undefined): number {
  const wanted = configured ?? Math.min(16_000, Math.max(2_000, Math.floor(limit * 0.04)));
  return Math.max(1, Math.min(wanted, Math.floor(limit / 8)));
}

/** Bounds of the payload, all in runes. */
export type Bounds = {
  limitRunes: number;
  /** The system prompt. */
  fixedRunes: number;
  summaryMaxRunes: number;
  /** Of the conversation's writing: what is denser than that weighs more than its runes. */
  runesPerToken: number;
  /** Whether the limit comes from the model's window, and so from tokens, or was set in runes. */
  fromTokens: boolean;
};

/** What a text fills of the limit: its runes, or more where it is denser than the conversation was so far. */
export function weightOf(runes: number, estimatedTokens: number, bounds: Pick<Bounds, "runesPerToken" | "fromTokens">) {
  return bounds.fromTokens ? Math.max(runes, Math.ceil(estimatedTokens * bounds.runesPerToken)) : runes;
}

export type Budget = { used_runes: number; limit_runes: number; used_pct: number };

/** What would not fit is rolled, or shown shortened, before anything is sent: more than the limit is never used. */
export function budgetOf(usedRunes: number, limit: number): Budget {
  const used = Math.min(usedRunes, limit);
  return { used_runes: used, limit_runes: limit, used_pct: Math.round((used / limit) * 1_000) / 10 };
}
