import { log } from "@/lib/log";
import { databaseIsOpen } from "./client";

/**
 * Runs the task again and again, `ms` after it has ended, while the database is open. A failure is logged, and the
 * next time is tried again. Answers how to stop it; what is running then runs to its end.
 */
export function repeat(name: string, ms: number, task: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const schedule = () => {
    timer = setTimeout(() => {
      const done = databaseIsOpen() ? task() : Promise.resolve();
      done
        .catch((error: unknown) => log.error("background_task_failed", { task: name }, error))
        .finally(() => stopped || schedule());
    }, ms);
    timer.unref();
  };
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
