import { constants } from "node:os";
import { drainRuns } from "@/lib/chat/runs/drain";
import { stopContextWork } from "@/lib/context/roll/background";
import { closeDatabase } from "@/lib/db/client";
import { servers } from "@/lib/http/forwarded";
import { log } from "@/lib/log";
import { stopMemoryWork } from "@/lib/memory/background";
import { stopIndexing } from "@/lib/search/reindex";
import { writeWords } from "@/lib/search/vocabulary";

/** How long answers that are on their way out may take once the runs have ended. */
const CLOSE_MS = 3_000;

/** Ends the listening and waits for open requests, cutting off those that outlive the grace. */
async function closeServers(): Promise<void> {
  const closing = [...servers()].map((server) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref();
    return closed;
  });
  await Promise.all(closing);
}

async function stop(signal: string): Promise<void> {
  log.info("server_stopping", { signal });
  await drainRuns();
  await stopContextWork();
  await stopMemoryWork();
  stopIndexing();
  await writeWords();
  await closeServers();
  await closeDatabase();
  log.info("server_stopped", { signal });
}

/** The first SIGTERM or SIGINT drains and ends the process; a second one ends it at once. */
export function exitOnSignals(): void {
  let stopping = false;
  const onSignal = (signal: "SIGTERM" | "SIGINT") => {
    if (stopping) process.exit(128 + constants.signals[signal]);
    stopping = true;
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error("background_task_failed", { task: "stop" }, error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

/**
 * After an error that nobody caught the process cannot be trusted: it ends, and whoever supervises starts anew.
 * A rejected promise that nobody awaited is only logged: rendering leaves such behind for data it turned out not
 * to need, and a page must not be able to end the process.
 */
export function exitOnUncaughtErrors(): void {
  process.on("uncaughtException", (error) => {
    log.error("process_failed", {}, error);
    process.exit(1);
  });
  process.on("unhandledRejection", (reason) => log.error("promise_rejected", {}, reason));
}
