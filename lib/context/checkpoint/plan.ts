import { commonCap } from "@/lib/context/payload/shorten";

// When the older steps of a running turn are condensed into a checkpoint, and which. Sizes are what a payload's limit
// is measured in, whatever the unit.

/** What a payload in mid-turn is made of. */
export type Filled = {
  /** All before the steps: system prompt, summary, messages, the question. */
  base: number;
  /** The checkpoint that stands for the steps condensed before; 0: none. */
  checkpoint: number;
  /** The steps that are verbatim, oldest first. */
  steps: readonly number[];
};

export type CheckpointRules = {
  limit: number;
  /** Share of the limit from which on steps are condensed. */
  triggerPct: number;
  /** Share of the limit that the newest steps may keep. */
  keepPct: number;
  /** The most that the new checkpoint comes to. */
  cap: number;
};

export const filledBy = ({ base, checkpoint, steps }: Filled): number =>
  steps.reduce((sum, size) => sum + size, base + checkpoint);

/**
 * How many of the oldest steps a checkpoint should take the place of: 0 while there is room, and where it would gain
 * nothing. The newest step always stays, and with it as many before it as fit into their share.
 *
 * Why so late and so many at once: each checkpoint costs a call that reads all it condenses. Of 100 steps of 10,000
 * runes at a limit of 96,000, condensing all but the last at 95 % takes 12 calls; at 88 % it takes 14.
 */
export function planCheckpoint(filled: Filled, rules: CheckpointRules): number {
  const { limit, triggerPct, keepPct, cap } = rules;
  if (filledBy(filled) * 100 < limit * triggerPct) return 0;
  const { steps } = filled;
  const room = (limit * keepPct) / 100;
  let cut = Math.max(0, steps.length - 1);
  let kept = steps[cut] ?? 0;
  for (; cut > 0; cut--) {
    kept += steps[cut - 1] ?? 0;
    if (kept > room) break;
  }
  const condensed = steps.slice(0, cut).reduce((sum, size) => sum + size, filled.checkpoint);
  return condensed > cap ? cut : 0;
}

/**
 * The most that a single result may come to so that all steps fit into the limit; infinite where they do as they are.
 * `results`: the sizes of all results in the steps. What is left for them is shared out, the largest give way first.
 */
export function resultCap(filled: Filled, results: readonly number[], limit: number): number {
  const over = filledBy(filled) - limit;
  if (over <= 0) return Number.POSITIVE_INFINITY;
  return commonCap(results, results.reduce((sum, size) => sum + size, 0) - over);
}
