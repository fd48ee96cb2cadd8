import { setTimeout as pause } from "node:timers/promises";
import { config } from "@/lib/config";
import { assemble, type Payload } from "@/lib/context/assemble";
import { type Bounds, budgetOf, type Totals } from "@/lib/context/plan";
import { getDb } from "@/lib/db/client";
import { log } from "@/lib/log";
import { lowerLimit } from "@/lib/models/limits";
import type { ResolvedModel } from "@/lib/models/registry";
import { abortedEnding, type Ending, failedEnding, finishedEnding, startChunk } from "./ending";
import { requestFlush } from "./flush";
import { ProviderStream } from "./provider-stream";
import type { ActiveRun } from "./registry";
import { retryDelay } from "./retry";
import { faultOf, streamModel } from "./stream-model";

/** What a run needs to know beyond its row. */
export type Task = {
  workspaceId: string;
  model: ResolvedModel;
  bounds: Bounds;
  currentSeq: number;
  totals: Totals;
  /** What the send cut off, so that whoever sent it can put it back; null: nothing. */
  truncationId: string | null;
};

/** Gets the answer from the model into the run's stream. A fault of the provider is an ending, not an error. */
export async function perform(run: ActiveRun, task: Task): Promise<Ending> {
  let payload = await payloadFor(run, task, task.bounds);
  run.append(startChunk(run.row, budgetOf(payload.usedRunes, task.bounds.limitRunes), task.truncationId));
  requestFlush();
  const { MODEL_RETRIES } = config();
  let shortened = false;

  for (let attempt = 1; ; ) {
    const result = await ask(run, task, payload);
    if ("ending" in result) return result.ending;
    const { fault } = result;
    if (result.begun) return failedEnding(fault.fault, fault.message);

    if (fault.fault === "context_too_long" && !shortened) {
      shortened = true;
      const shorter = await shorterPayload(run, task, payload);
      if (!shorter) return failedEnding(fault.fault, fault.message);
      payload = shorter;
      continue;
    }
    const wait = retryDelay(fault, attempt, MODEL_RETRIES, Math.random());
    if (wait === null) return failedEnding(fault.fault, fault.message);
    log.warn("chat_run_retry", { attempt, fault: fault.fault, wait_ms: Math.round(wait) });
    await pause(wait, undefined, { signal: run.signal }).catch(() => {}); // Aborted: the next line says so.
    if (run.signal.aborted) return abortedEnding(run.abortReason);
    attempt++;
  }
}

type Asked = { ending: Ending } | { fault: ReturnType<typeof faultOf>; begun: boolean };

async function ask(run: ActiveRun, { model }: Task, payload: Payload): Promise<Asked> {
  if (run.signal.aborted) return { ending: abortedEnding(run.abortReason) };
  const { MODEL_FIRST_CHUNK_MS, MODEL_STALL_MS } = config();
  const stream = new ProviderStream();
  try {
    const finish = await streamModel(
      {
        model: model.model,
        payload,
        signal: run.signal,
        firstChunkMs: MODEL_FIRST_CHUNK_MS,
        stallMs: MODEL_STALL_MS,
      },
      (chunk) => {
        const chunks = stream.take(chunk);
        if (chunks.length === 0) return;
        run.append(...chunks);
        requestFlush();
      },
    );
    return { ending: finishedEnding({ ...finish, answered: stream.answered }) };
  } catch (error) {
    if (run.signal.aborted) return { ending: abortedEnding(run.abortReason) };
    return { fault: faultOf(error), begun: !stream.empty };
  } finally {
    run.append(...stream.end());
  }
}

async function payloadFor(run: ActiveRun, task: Task, bounds: Bounds): Promise<Payload> {
  const { currentSeq, totals } = task;
  return await assemble(await getDb(), { sessionId: run.row.sessionId, currentSeq, totals }, bounds);
}

/** After the model refused this payload as too long: one that it is likely to take; null when there is no shorter one. */
async function shorterPayload(run: ActiveRun, task: Task, refused: Payload): Promise<Payload | null> {
  const limit = await lowerLimit(await getDb(), task.workspaceId, task.model.ref, refused.usedRunes);
  const shorter = await payloadFor(run, task, { ...task.bounds, limitRunes: Math.min(task.bounds.limitRunes, limit) });
  return shorter.usedRunes < refused.usedRunes ? shorter : null;
}
