import { setTimeout as pause } from "node:timers/promises";
import type { UIMessageChunk } from "ai";
import { type Db, getDb, sqlState } from "@/lib/db/client";
import { findAnswer } from "@/lib/db/queries/runs";
import type { MessageParts, SessionRow } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";
import { type Ending, ended, gone, internalFailure, lastChunks } from "./ending";
import { type ActiveRun, runs } from "./registry";
import { type Settled, settle } from "./settle";

/** While the database is away an answer waits for it in memory; followers are told after this long. */
const TELL_AFTER_MS = 20_000;
const LONGEST_PAUSE_MS = 5_000;

/** Stores the answer, trying again as long as this process lives. Undefined: the run is not this process's any more. */
export async function store(
  run: ActiveRun,
  ending: Ending,
  parts: MessageParts,
  entails: (tx: Db, session: SessionRow) => Promise<void>,
): Promise<Settled | undefined> {
  const claim = { owner: runs().owner };
  let answer = { ending, parts };
  const since = performance.now();
  let told = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await settle(run.row, claim, answer.ending, answer.parts, { wish: run.wishOpen, entails });
    } catch (error) {
      log.error("chat_run_store_failed", { attempt }, error);
      // Data that the database cannot take will not become good by waiting: the message then says so, without it.
      if (isUnstorable(error)) answer = { ending: internalFailure, parts: [] };
    }
    if (!told && performance.now() - since > TELL_AFTER_MS) {
      told = true;
      run.append({ type: "error", errorText: "The answer cannot be stored at the moment; the server keeps trying." });
    }
    await pause(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempt) * (0.5 + Math.random()));
  }
}

/** SQLSTATE classes of data that is wrong and of limits of the database itself. */
function isUnstorable(error: unknown): boolean {
  return /^(?:22|54)/.test(sqlState(error) ?? "");
}

/** What to tell the followers when somebody else has settled or deleted the run. */
export async function endingElsewhere(run: ActiveRun): Promise<UIMessageChunk[]> {
  try {
    const answer = await findAnswer(await getDb(), run.row);
    return lastChunks(ended(answer) ?? gone, null);
  } catch (error) {
    log.warn("background_task_failed", { task: "read_answer" }, error);
    return lastChunks(gone, null);
  }
}
