import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { askToYield, claimWork, releaseClaim, renewClaim } from "@/lib/db/queries/context-work";
import type { WorkRow } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";

/** The right to roll a session, one at a time over all processes. */
export type Claim = {
  sessionId: string;
  owner: string;
  /** How the background's work on it stood when it was claimed. */
  work: WorkRow;
  /** Aborted when the claim is lost, or when whoever asked for it gives up. */
  signal: AbortSignal;
};

const POLL_MS = 100;
/** Longer than a poll, so that the background does not slip in between two. */
const YIELD_MS = 2_000;

type Claiming = {
  /** How long somebody else's claim is waited for. */
  waitMs: number;
  background?: boolean;
  /** Takes it from whoever has it. */
  force?: boolean;
  onWait?: () => void;
  signal: AbortSignal;
};

/**
 * Does `task` with the claim, which is renewed meanwhile. Null when somebody else has it for longer than `waitMs`, or
 * when it was lost on the way: it was taken by force, or the process was frozen for longer than its lease.
 */
export async function withClaim<T>(
  sessionId: string,
  { waitMs, background = false, force = false, onWait, signal }: Claiming,
  task: (claim: Claim) => Promise<T>,
): Promise<T | null> {
  const db = await getDb();
  const owner = uuidv7();
  const leaseMs = config().RUN_LEASE_MS;
  const until = performance.now() + waitMs;
  let work = await claimWork(db, sessionId, owner, { leaseMs, background, force });
  while (!work) {
    if (performance.now() >= until) return null;
    onWait?.();
    await askToYield(db, sessionId, YIELD_MS);
    await pause(POLL_MS, undefined, { signal });
    work = await claimWork(db, sessionId, owner, { leaseMs, background });
  }
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewClaim(db, sessionId, owner, leaseMs)
      .then((held) => held || lost.abort(new Error("the claim on this session's context was lost")))
      .catch((error: unknown) => log.warn("background_task_failed", { task: "context_claim" }, error));
  }, leaseMs / 4);
  renewal.unref();
  try {
    return await task({ sessionId, owner, work, signal: AbortSignal.any([signal, lost.signal]) });
  } catch (error) {
    if (lost.signal.aborted && !signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(renewal);
    await releaseClaim(db, sessionId, owner);
  }
}
