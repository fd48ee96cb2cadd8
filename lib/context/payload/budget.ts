import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { type Bounds, type Budget, budgetOf, limitRunes, type ModelRoom, summaryCap } from "@/lib/context/size/limit";
import { UNKNOWN_FACTOR, USUAL_RUNES_PER_TOKEN } from "@/lib/context/size/tokens";
import { SUMMARY_FRAME_RUNES } from "@/lib/context/summary/summary-block";
import type { ContextState } from "@/lib/db/queries/context";
import type { SessionRow } from "@/lib/db/schema/chat";
import { type ResolvedModel, resolveModelOrDefault } from "@/lib/models/registry";
import { SYSTEM_PROMPT_RUNES } from "./system-prompt";

export type Sized = Pick<ResolvedModel, "windowTokens" | "rememberedTokens" | "taughtFactor">;

export function roomOf({ windowTokens, rememberedTokens, taughtFactor }: Sized): ModelRoom {
  return { windowTokens, rememberedTokens, tokenFactor: (taughtFactor ?? UNKNOWN_FACTOR).factor };
}

/**
 * What the payload of a model is bounded by, in a conversation of that writing (null: nothing was said yet) whose agent
 * adds `promptRunes` to the system prompt.
 */
export function boundsOf(
  model: Sized,
  { runesPerToken, promptRunes }: { runesPerToken: number | null; promptRunes: number },
): Bounds {
  const { limit_runes, output_reserve_tokens, summary_max_runes } = config().chat_context;
  const perToken = runesPerToken ?? USUAL_RUNES_PER_TOKEN;
  const limit = limitRunes(roomOf(model), { configured: limit_runes, reserveTokens: output_reserve_tokens }, perToken);
  return {
    limitRunes: limit,
    fixedRunes: SYSTEM_PROMPT_RUNES + promptRunes,
    summaryMaxRunes: summaryCap(limit, summary_max_runes),
    runesPerToken: perToken,
    fromTokens: limit_runes === undefined,
  };
}

/** Runes of the summary as it stands in the payload. */
export const summaryInPayload = (summaryRunes: number) => (summaryRunes > 0 ? summaryRunes + SUMMARY_FRAME_RUNES : 0);

/**
 * The most runes that a payload shows of a summary: it may have been made under a larger cap, for a model with a larger
 * window.
 */
export const shownSummaryRunes = ({ summaryRunes }: Pick<ContextState, "summaryRunes">, bounds: Bounds) =>
  summaryInPayload(Math.min(summaryRunes, bounds.summaryMaxRunes));

type Standing = Pick<ContextState, "summaryRunes" | "totalRunes" | "coveredRunes">;

/** What the payload comes to with all that is verbatim. No statement: the sums stand with the session. */
export function usedRunes(state: Standing, bounds: Bounds): number {
  return bounds.fixedRunes + shownSummaryRunes(state, bounds) + state.totalRunes - state.coveredRunes;
}

type Measured = Pick<
  SessionRow,
  "totalRunes" | "coveredRunes" | "contextSummaryRunes" | "runesPerToken" | "promptRunes"
>;

/** How much of its limit a model would be given of this session now, and whether that is more than it should be. */
export function budgetUnder(session: Measured, model: Sized): Budget {
  const bounds = boundsOf(model, session);
  return budgetOf(usedRunes({ ...session, summaryRunes: session.contextSummaryRunes }, bounds), bounds.limitRunes);
}

/** The same for the session's own model. */
export async function contextBudget(
  actor: Pick<Actor, "workspaceId">,
  session: Measured & Pick<SessionRow, "model">,
): Promise<Budget> {
  return budgetUnder(session, await resolveModelOrDefault(actor, session.model));
}

/** Whether a payload of that size and of those messages calls for a roll in the background. */
export function wantsPreroll({ used_runes, limit_runes }: Budget, { lastSeq, anchorSeq }: Verbatim): boolean {
  const { history_rows, preroll_pct } = config().chat_context;
  const share = preroll_pct / 100;
  // No more rows than `history_rows` are read for a payload: they come near that as sizes come near the limit.
  return used_runes >= limit_runes * share || lastSeq - anchorSeq + 1 >= history_rows * share;
}

/** From the anchor to the newest. */
type Verbatim = { lastSeq: number; anchorSeq: number };
