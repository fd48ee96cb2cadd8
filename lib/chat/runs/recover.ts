import type { UIMessageChunk } from "ai";
import { type Db, database, getDb } from "@/lib/db/client";
import { eventsAfter } from "@/lib/db/queries/run-events";
import {
  activeRun,
  type Claim,
  lockSessionOfRun,
  lostRuns,
  type RunKey,
  runState,
  settleOrphans,
} from "@/lib/db/queries/runs";
import type { MessageParts } from "@/lib/db/schema/chat";
import { log, withLogContext } from "@/lib/log";
import { doWishes } from "@/lib/memory/wishes";
import { runsRecovered } from "@/lib/operations/metrics";
import { entriesAfter, numbered, widthOfAll } from "./chunks";
import { processLost } from "./ending";
import { looseEnds } from "./loose-ends";
import { mayHaveEffect, NO_TOOLS } from "./offered-tools";
import { partsOf } from "./reduce";
import { runs } from "./registry";
import { settle } from "./settle";

/** Runs that one sweep takes at most; the next goes on. */
const SWEEP_RUNS = 100;
/** Batches that one read brings. */
const EVENT_ROWS = 500;

/** Settles all runs whose process is lost; answers how many this process has settled. */
export async function recoverLostRuns(): Promise<number> {
  const lost = await lostRuns(await getDb(), await lostClaim(), SWEEP_RUNS);
  let recovered = 0;
  for (const run of lost) if (await recoverRun(run)) recovered++;
  return recovered;
}

/** The embedded database has one process: a running run of another one is lost, whatever its lease says. */
async function lostClaim(): Promise<Extract<Claim, { lost: unknown }>> {
  const { engine } = await database();
  return { lost: { only: engine === "pglite" ? runs().owner : null } };
}

/**
 * Settles the session's run if its process is lost, and a message that says it is being written while no run writes
 * it. For reads that are about to show such a message.
 */
export async function settleIfLost(sessionId: string): Promise<void> {
  const db = await getDb();
  const run = await activeRun(db, sessionId);
  if (run) {
    if (run.owner !== runs().owner) await recoverRun(run);
    return;
  }
  await db.transaction(async (tx: Db) => {
    const session = await lockSessionOfRun(tx, sessionId);
    if (session && processLost.error) await settleOrphans(tx, session, processLost.error);
  });
}

/**
 * Makes an interrupted message of what a lost run had streamed. False when there was nothing to do: its process is
 * alive, or another one was first.
 */
export async function recoverRun(run: RunKey): Promise<boolean> {
  // A run of this process is not lost: while the database was away its lease could only not be renewed.
  if (runs().active.has(run.id)) return false;
  const state = await runState(await getDb(), run);
  const { lost } = await lostClaim();
  const isLost = state?.leaseOver || (lost.only !== null && state?.owner !== lost.only);
  if (state?.status !== "running" || !isLost) return false;
  await doWishesOf(run);
  const settled = await settle(state, { lost }, processLost, (tx) => partsFromEvents(tx, run), { wish: true });
  if (!settled) return false;
  runsRecovered(1);
  withLogContext({ session_id: run.sessionId, run_id: run.id }, () =>
    log.warn("chat_run_recovered", { lost_process: settled.run.owner, kept: settled.session !== null }),
  );
  return true;
}

/** What the question asked to be remembered is done before its answer is shown; where that fails, the answer has it later. */
async function doWishesOf({ sessionId }: RunKey): Promise<void> {
  try {
    await doWishes(sessionId);
  } catch (error) {
    log.error("agent_memory_remember_failed", {}, error);
  }
}

async function partsFromEvents(tx: Db, run: RunKey): Promise<MessageParts> {
  const chunks: UIMessageChunk[] = [];
  for (let position = 0; ; ) {
    const rows = await eventsAfter(tx, run, position, EVENT_ROWS);
    for (const row of rows) {
      const entries = numbered(row.chunks, row.lastN - widthOfAll(row.chunks));
      chunks.push(...entriesAfter(entries, position).map((entry) => entry.chunk));
      position = row.lastN;
    }
    if (rows.length < EVENT_ROWS) {
      return partsOf([...chunks, ...looseEnds(partsOf(chunks), mayHaveEffect(NO_TOOLS), "process_lost")]);
    }
  }
}
