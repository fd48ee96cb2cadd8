import { getDb } from "@/lib/db/client";
import { addHit, removeExpiredHits, removeHit, removeHits } from "@/lib/db/queries/rate-limits";
import { AppError } from "@/lib/errors";

export type RateLimit = { max: number; windowS: number };

/** Counts one attempt under `key`, in all processes together. Throws `rate_limited` beyond `max` in the window. */
export async function hit(key: string, { max, windowS }: RateLimit): Promise<void> {
  const { hits, resetsInS } = await addHit(await getDb(), key, windowS);
  if (hits > max) throw new AppError("rate_limited", { retry_after_s: Math.max(1, Math.ceil(resetsInS)) });
}

/** Forgets all attempts under `key`. */
export async function clear(key: string): Promise<void> {
  await removeHits(await getDb(), key);
}

/** Takes one attempt back, where it turned out not to be of the counted kind. */
export async function giveBack(key: string): Promise<void> {
  await removeHit(await getDb(), key);
}

/** Removes the counters whose window is over. */
export async function forgetOldAttempts(): Promise<void> {
  await removeExpiredHits(await getDb());
}
