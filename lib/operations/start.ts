import { appSecret } from "@/lib/auth/secret";
import { startRunLoops } from "@/lib/chat/runs/loop";
import { config } from "@/lib/config";
import { startContextWork } from "@/lib/context/roll/background";
import { database } from "@/lib/db/client";
import { StartupError } from "@/lib/errors";
import { startKnowledgeIndexing } from "@/lib/files/knowledge/indexing";
import { watchDoor } from "@/lib/http/forwarded";
import { log } from "@/lib/log";
import { startMemoryWork } from "@/lib/memory/background";
import { checkModelConfig } from "@/lib/models/check-config";
import { startIndexing } from "@/lib/search/reindex";
import { startPurgeLoop } from "./purge-loop";
import { exitOnSignals, exitOnUncaughtErrors } from "./stop";

/**
 * Everything that a process needs before its first request. What an operator has to correct ends the process
 * with one sentence; nothing is half-started.
 */
export async function start(): Promise<void> {
  try {
    config();
    checkModelConfig();
    exitOnUncaughtErrors();
    watchDoor();
    appSecret();
    const { engine } = await database();
    // Answers that were lost say what came of wishes to the memory: whoever was at those is gone.
    await startMemoryWork();
    await startRunLoops();
    await startContextWork();
    startPurgeLoop();
    startIndexing();
    startKnowledgeIndexing();
    exitOnSignals();
    log.info("server_started", { engine, port: config().PORT });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
