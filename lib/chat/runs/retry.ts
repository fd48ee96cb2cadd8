import type { Fault } from "@/lib/models/faults";

const FIRST_WAIT_MS = 500;
/** A provider that asks for more patience than this gets a person's decision instead of a silent wait. */
const LONGEST_WAIT_MS = 30_000;

/**
 * How long to wait before the same request is tried again; null: not at all. `attempt` is the one that failed, from 1;
 * `random` in [0, 1) spreads the retries of many runs that failed together.
 */
export function retryDelay(
  fault: Pick<Fault, "retryable" | "retryAfterMs">,
  attempt: number,
  retries: number,
  random: number,
): number | null {
  if (!fault.retryable || attempt > retries) return null;
  const backOff = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + random);
  const asked = fault.retryAfterMs ?? 0;
  if (asked > LONGEST_WAIT_MS) return null;
  // Never earlier than asked, and not all at the same moment.
  return Math.min(LONGEST_WAIT_MS, Math.max(backOff, asked > 0 ? asked + FIRST_WAIT_MS * random : 0));
}
