import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { renewLeases, stillOwned } from "@/lib/db/queries/runs";
import { repeat } from "@/lib/db/repeat";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { recoverLostRuns } from "./recover";
import { runs } from "./registry";
import { closeWire, openWire } from "./wire";

/** How often stop requests and deletions are looked for where no notification comes through. */
const BEAT_MS = 1_000;
const SWEEP_MS = 2_000;

const loops = processWide("run-loops", () => ({
  started: undefined as Promise<void> | undefined,
  stops: [] as (() => void)[],
}));

/** Starts what runs need beside them: leases, news from other processes, recovery of lost runs. Once a process. */
export function startRunLoops(): Promise<void> {
  const state = loops();
  state.started ??= start().catch((error: unknown) => {
    state.started = undefined;
    throw error;
  });
  return state.started;
}

async function start(): Promise<void> {
  runs(); // Made here, outside of any request.
  // Not being able to listen only makes things slower; it is tried again with each sweep.
  await openWire().catch((error: unknown) => log.error("background_task_failed", { task: "run_wire" }, error));
  await recoverLostRuns();
  loops().stops.push(
    repeat("run_leases", Math.min(BEAT_MS, config().RUN_LEASE_MS / 4), beat),
    repeat("run_recovery", SWEEP_MS, async () => {
      await openWire();
      await recoverLostRuns();
    }),
  );
}

/** Renews the leases of this process's runs and does what the database says about them. */
async function beat(): Promise<void> {
  const { active, owner } = runs();
  const mine = [...active.values()].map((run) => run.row);
  if (mine.length === 0) return;
  const db = await getDb();
  const beats = await renewLeases(db, owner, mine, config().RUN_LEASE_MS);
  for (const { id, stopRequested, wanted } of beats) {
    if (!wanted) active.get(id)?.abort("gone");
    else if (stopRequested) active.get(id)?.abort("stopped");
  }
  const heard = new Set(beats.map(({ id }) => id));
  const unheard = mine.filter((run) => !heard.has(run.id));
  if (unheard.length === 0) return;
  const owned = await stillOwned(db, owner, unheard);
  for (const { id } of unheard) if (!owned.has(id)) active.get(id)?.abort("gone");
}

/** Ends the loops, for a process that goes down. */
export async function stopRunLoops(): Promise<void> {
  const state = loops();
  state.started = undefined;
  for (const stop of state.stops.splice(0)) stop();
  await closeWire();
}
