import type { Bounds } from "@/lib/context/size/limit";
import { SUMMARY_FRAME_RUNES } from "@/lib/context/summary/summary-block";

/** Runes that each older message keeps at least when a large current message takes the rest: a head, a tail, a note. */
export const LEAST_SHOWN_RUNES = 150;

/** Of a conversation, what tells how much a payload has to hold beside a current message. */
export type Begun = {
  lastSeq: number;
  minVerbatim: number;
  /** Whether it has a summary already: after a cut it may have one with hardly a message beside it. */
  summarised: boolean;
};

/**
 * The most that a current message may weigh: beside it there is still the system prompt, and in a conversation that has
 * begun the summary at its cap and a bit of each of the newest messages.
 */
export function largestMessage(bounds: Bounds, begun: Begun | null): number {
  const older = begun ? Math.min(begun.lastSeq, begun.minVerbatim) * LEAST_SHOWN_RUNES : 0;
  const hasSummary = begun !== null && (begun.summarised || begun.lastSeq > begun.minVerbatim);
  // In the narrowest windows older messages give way to the summary's frame: it cannot be shortened.
  const beside = hasSummary ? bounds.summaryMaxRunes + Math.max(older, SUMMARY_FRAME_RUNES) : older;
  return Math.max(0, bounds.limitRunes - bounds.fixedRunes - beside);
}
