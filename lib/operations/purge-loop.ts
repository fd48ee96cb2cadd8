import { forgetOldAttempts } from "@/lib/auth/rate-limit";
import { purgeDeleted } from "@/lib/chat/purge-deleted";
import { sweepFiles } from "@/lib/files/sweep";
import { log } from "@/lib/log";

const EVERY_MS = 60_000;

/**
 * Removes what deleted conversations, accounts, workspaces and agents left behind when a process stopped (a delete itself
 * starts at once), counters that are over, and files that nobody sent.
 */
export function startPurgeLoop(): void {
  let running = false;
  const round = async () => {
    if (running) return;
    running = true;
    try {
      await purgeDeleted();
      await forgetOldAttempts();
      await sweepFiles();
    } catch (error) {
      log.error("background_task_failed", { task: "purge" }, error);
    } finally {
      running = false;
    }
  };
  setInterval(round, EVERY_MS).unref();
  void round();
}
