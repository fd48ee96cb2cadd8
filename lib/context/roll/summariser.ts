import { config } from "@/lib/config";
import { boundsOf } from "@/lib/context/payload/budget";
import type { Bounds } from "@/lib/context/size/limit";
import { mergeOverheadRunes } from "@/lib/context/summary/merge-prompt";
import type { ContextState } from "@/lib/db/queries/context";
import { type ResolvedModel, resolveModelOrDefault, resolveSummaryModel } from "@/lib/models/registry";

/** Who merges, how much it takes at once, and what the session's own model is bounded by. */
export type RollSetting = {
  bounds: Bounds;
  /** Null: the built-in extractive summariser, as meant. */
  summariser: ResolvedModel | null;
  /** Runes of messages that one merge call takes. */
  mergeRunes: number;
};

/** A merge of more than this is no better than two: models read the middle of very long inputs badly. */
const MOST_MERGE_RUNES = 240_000;
/** Of the summariser's limit, what is filled: its own answer and the framing of the messages need the rest. */
const FILLED = 0.85;

/** `model`: the session's, where it is known already. */
export async function rollSetting(
  state: Pick<ContextState, "workspaceId" | "model" | "runesPerToken" | "promptRunes">,
  model?: ResolvedModel,
): Promise<RollSetting> {
  const own = model ?? (await resolveModelOrDefault(state, state.model));
  const bounds = boundsOf(own, state);
  const chosen = (await resolveSummaryModel(state)) ?? own;
  const summariser = chosen.offline ? null : chosen;
  const limit = Math.min(MOST_MERGE_RUNES, boundsOf(chosen, { ...state, promptRunes: 0 }).limitRunes);
  const room = Math.floor(limit * FILLED) - mergeOverheadRunes(bounds.summaryMaxRunes);
  return { bounds, summariser, mergeRunes: Math.max(1_000, room) };
}

/** The share of the limit in runes. */
export function shareOf(bounds: Bounds, percent: "threshold_pct" | "target_pct"): number {
  return (bounds.limitRunes * config().chat_context[percent]) / 100;
}
