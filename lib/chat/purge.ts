import { type Db, getDb } from "@/lib/db/client";
import { deleteUnused, filesOfSession } from "@/lib/db/queries/files";
import { deleteSessionRow, deleteSlice, lockDeletedSession } from "@/lib/db/queries/purge";
import { dropBytes } from "@/lib/files/store";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** Rows a transaction: short enough that other writers never wait long. */
const SLICE_ROWS = 5_000;

/**
 * Removes the rows of deleted sessions, in slices, each a transaction of its own: a process that dies half-way leaves
 * less to do for the next. Any number of processes can do it at once. Answers how many sessions are gone for good.
 */
export async function purgeDeletedSessions(): Promise<number> {
  const db = await getDb();
  let purged = 0;
  for (;;) {
    const unused: string[] = [];
    const step = await db.transaction(async (tx: Db) => {
      const sessionId = await lockDeletedSession(tx);
      if (sessionId === undefined) return "nothing_left";
      if ((await deleteSlice(tx, sessionId, SLICE_ROWS)) > 0) return "goes_on";
      const fileIds = await filesOfSession(tx, sessionId);
      await deleteSessionRow(tx, sessionId);
      unused.push(...(await deleteUnused(tx, fileIds)));
      log.info("chat_session_purged", { session_id: sessionId });
      return "purged";
    });
    // A process that dies here leaves bytes that the sweep finds.
    await dropBytes(unused);
    if (step === "nothing_left") return purged;
    if (step === "purged") purged++;
  }
}

const slot = processWide("purge", () => ({ running: undefined as Promise<void> | undefined, again: false }));

/** Starts the purge in the background, or has the one that runs look once more. */
export function kickPurge(): void {
  const held = slot();
  if (held.running) {
    held.again = true;
    return;
  }
  const purge = async (): Promise<void> => {
    do {
      held.again = false;
      await purgeDeletedSessions();
    } while (held.again);
  };
  held.running = purge()
    .catch((error: unknown) => log.error("background_task_failed", { task: "purge" }, error))
    .finally(() => {
      held.running = undefined;
    });
}
