import type { UIMessageChunk } from "ai";
import { config } from "@/lib/config";
import { condense } from "@/lib/context/checkpoint/condense";
import { effectsOf } from "@/lib/context/checkpoint/condense-prompt";
import { filledBy, planCheckpoint } from "@/lib/context/checkpoint/plan";
import type { Step } from "@/lib/context/checkpoint/step";
import { type Checkpoint, checkpointWeight, stepWeight } from "@/lib/context/checkpoint/turn-payload";
import type { Payload } from "@/lib/context/payload/assemble";
import type { Bounds } from "@/lib/context/size/limit";
import type { MessageUsage } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";
import type { ResolvedModel } from "@/lib/models/registry";

/** What a running answer has done so far. */
export type Turn = {
  /** What the model is given beside the steps, and what bounds all of it. */
  payload: Payload;
  bounds: Bounds;
  /** Those that are shown to the model word by word; all before them are in the checkpoint. */
  steps: Step[];
  checkpoint: Checkpoint | null;
  /** What the condensed steps have changed, a line each. */
  effects: string[];
  /** Of all requests, checkpoints included. */
  usage: MessageUsage | null;
  /** Of the first request: what the payload's estimate is compared with. */
  firstUsage: MessageUsage | null;
  /** The runes of all requests. */
  sentRunes: number;
  /** After a checkpoint that failed, no other is tried before this step. */
  notBefore: number;
};

export const newTurn = (payload: Payload, bounds: Bounds): Turn => ({
  ...{ payload, bounds },
  ...{ steps: [], checkpoint: null, effects: [] },
  ...{ usage: null, firstUsage: null, sentRunes: 0, notBefore: 0 },
});

/** Steps that must come before a checkpoint is tried again after one that failed. */
const PATIENCE_STEPS = 3;

/** The sum of two counts, as far as they are known. */
export function addedUsage(one: MessageUsage | null, other: MessageUsage | null): MessageUsage | null {
  if (one === null || other === null) return one ?? other;
  const sum = { ...one };
  for (const key of ["input_tokens", "output_tokens", "total_tokens"] as const) {
    const more = other[key];
    if (more !== undefined) sum[key] = (sum[key] ?? 0) + more;
  }
  return sum;
}

/**
 * Where the steps come near the limit, notes take the place of the older ones. Answers the part of the message that
 * says so; null where nothing was done. The conversation's summary has no part in it. A fault is logged, and the turn
 * goes on without: the payload then shows long results in part.
 */
export async function makeCheckpoint(
  turn: Turn,
  { question, model }: { question: string; model: ResolvedModel },
  signal: AbortSignal,
): Promise<UIMessageChunk | null> {
  const { bounds, steps, checkpoint } = turn;
  const { checkpoint_pct, checkpoint_keep_pct } = config().tools;
  const filled = {
    base: turn.payload.usedRunes,
    checkpoint: checkpointWeight(checkpoint, bounds),
    steps: steps.map((step) => stepWeight(step, bounds)),
  };
  const over = filledBy(filled) * 100 >= bounds.limitRunes * checkpoint_pct;
  if (!over) return null;
  const newest = steps.at(-1)?.n ?? 0;
  const skip = (reason: string) => {
    log.info("chat_agent_context_compact_skipped", { reason, step: newest });
    return null;
  };
  if (newest < turn.notBefore) return skip("failed_lately");
  if (model.offline) return skip("offline");
  const cut = planCheckpoint(filled, {
    limit: bounds.limitRunes,
    triggerPct: checkpoint_pct,
    keepPct: checkpoint_keep_pct,
    cap: bounds.summaryMaxRunes,
  });
  if (cut === 0) return skip("no_gain");

  const old = steps.slice(0, cut);
  const started = performance.now();
  const condensed = await condense(
    {
      question,
      notes: checkpoint?.text ?? "",
      effects: turn.effects,
      steps: old,
      capRunes: bounds.summaryMaxRunes,
      roomRunes: bounds.limitRunes,
    },
    model,
    signal,
  );
  turn.usage = addedUsage(turn.usage, condensed.usage);
  const toStep = old.at(-1)?.n ?? 0;
  const facts = { to_step: toStep, duration_ms: Math.round(performance.now() - started) };
  if ("fault" in condensed) {
    turn.notBefore = newest + PATIENCE_STEPS;
    log.warn("chat_agent_context_compact_llm_failed", { ...facts, reason: condensed.fault });
    return null;
  }
  const next = { text: condensed.text, toStep };
  const before = filled.steps.slice(0, cut).reduce((sum, size) => sum + size, filled.checkpoint);
  const after = checkpointWeight(next, bounds);
  if (after >= before) {
    turn.notBefore = newest + PATIENCE_STEPS;
    return skip("no_gain");
  }
  turn.checkpoint = next;
  turn.effects = effectsOf(old, turn.effects);
  turn.steps = steps.slice(cut);
  log.info("chat_agent_context_compact_llm", { ...facts, runes_before: before, runes_after: after });
  return {
    type: "data-checkpoint",
    id: `checkpoint-${toStep}`,
    data: { summary: next.text, from_step: 1, to_step: toStep, runes_before: before, runes_after: after },
  };
}
