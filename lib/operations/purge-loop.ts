import { purgeDeletedSessions } from "@/lib/chat/purge";
import { log } from "@/lib/log";

const EVERY_MS = 60_000;

/** Removes the rows of deleted conversations that a stopped process left behind; a delete itself starts at once. */
export function startPurgeLoop(): void {
  let running = false;
  const round = async () => {
    if (running) return;
    running = true;
    try {
      await purgeDeletedSessions();
    } catch (error) {
      log.error("background_task_failed", { task: "purge" }, error);
    } finally {
      running = false;
    }
  };
  setInterval(round, EVERY_MS).unref();
  void round();
}
