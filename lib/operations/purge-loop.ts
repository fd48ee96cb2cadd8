import { detachDeletedAgents } from "@/lib/agents/remove";
import { forgetOldAttempts } from "@/lib/auth/rate-limit";
import { purgeDeletedAccounts } from "@/lib/chat/delete-account";
import { log } from "@/lib/log";

const EVERY_MS = 60_000;

/**
 * Removes the rows of deleted conversations and accounts that a stopped process left behind (a delete itself starts at
 * once), and counters that are over.
 */
export function startPurgeLoop(): void {
  let running = false;
  const round = async () => {
    if (running) return;
    running = true;
    try {
      await purgeDeletedAccounts();
      await detachDeletedAgents();
      await forgetOldAttempts();
    } catch (error) {
      log.error("background_task_failed", { task: "purge" }, error);
    } finally {
      running = false;
    }
  };
  setInterval(round, EVERY_MS).unref();
  void round();
}
