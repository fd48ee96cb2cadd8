import { config } from "@/lib/config";
import { stopRunLoops } from "./loop";
import { runs } from "./registry";

/** Whether this process takes no new runs any more. */
export function isDraining(): boolean {
  return runs().draining;
}

/** For SIGTERM: no new runs; those that are running get their grace, then are put down as interrupted. */
export async function drainRuns(): Promise<void> {
  const { active } = runs();
  runs().draining = true;
  const graceOver = setTimeout(() => {
    for (const run of active.values()) run.abort("shutdown");
  }, config().RUN_DRAIN_MS);
  // Again while there are any: a send that was already on its way may still have started one.
  while (active.size > 0) {
    await Promise.all([...active.values()].map((run) => run.ended));
  }
  clearTimeout(graceOver);
  await stopRunLoops();
}
