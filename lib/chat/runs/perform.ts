import { setTimeout as pause } from "node:timers/promises";
import type { UIMessageChunk } from "ai";
import { config } from "@/lib/config";
import { assemble, type Payload } from "@/lib/context/payload/assemble";
import { boundsOf, budgetUnder } from "@/lib/context/payload/budget";
import { eyesOf } from "@/lib/context/payload/images";
import type { SystemPrompt } from "@/lib/context/payload/system-prompt";
import { makeRoom } from "@/lib/context/roll/make-room";
import { budgetOf } from "@/lib/context/size/limit";
import { getDb } from "@/lib/db/client";
import type { RollReason, SessionRow } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";
import { lowerLimit } from "@/lib/models/limits";
import type { ResolvedModel } from "@/lib/models/registry";
import { abortedEnding, type Ending, failedEnding, finishedEnding, startChunk } from "./ending";
import { requestFlush } from "./flush";
import { memoryWishes } from "./memory-wishes";
import { ProviderStream } from "./provider-stream";
import type { ActiveRun } from "./registry";
import { retryDelay } from "./retry";
import { faultOf, streamModel } from "./stream-model";
import { withImages } from "./with-images";

/** What a run needs to know beyond its row. */
export type Task = {
  workspaceId: string;
  model: ResolvedModel;
  /** As it stood when the message was stored. */
  session: SessionRow;
  currentSeq: number;
  /** What the message weighs beyond its runes, being denser than the conversation was so far. */
  extraWeight: number;
  /** What the send cut off, so that whoever sent it can put it back; null: nothing. */
  truncationId: string | null;
  prompt: SystemPrompt;
};

/** What came of it, and what the model had been given. */
export type Performed = { ending: Ending; payload: Payload | null };

/** Gets the answer from the model into the run's stream. A fault of the provider is an ending, not an error. */
export async function perform(run: ActiveRun, task: Task): Promise<Performed> {
  run.append(startChunk(run.row, budgetUnder(task.session, task.model), task.truncationId));
  requestFlush();
  try {
    const told = await withWishes(run, task);
    const payload = await payloadFor(run, told, task.model, "send");
    return await converse(run, told, payload);
  } catch (error) {
    if (run.signal.aborted) return { ending: abortedEnding(run.abortReason), payload: null };
    throw error;
  }
}

/** Does what the message asks of the agent's memory, shows it in the answer, and has the model know. */
async function withWishes(run: ActiveRun, task: Task): Promise<Task> {
  const wishes = await memoryWishes(run.row, task);
  if (!wishes) return task;
  if (wishes === "open") {
    run.wishOpen = true;
    return task;
  }
  tell(run, wishes.chunk);
  return { ...task, prompt: wishes.prompt };
}

async function converse(run: ActiveRun, task: Task, first: Payload): Promise<Performed> {
  const { MODEL_RETRIES } = config();
  let payload = first;
  const end = (ending: Ending): Performed => ({ ending, payload });
  let shortened = false;

  for (let attempt = 1; ; ) {
    const result = await ask(run, task, payload);
    if ("ending" in result) return end(result.ending);
    const { fault } = result;
    if (result.begun) return end(failedEnding(fault.fault, fault.message));

    if (fault.fault === "context_too_long" && !shortened) {
      shortened = true;
      const shorter = await shorterPayload(run, task, payload);
      if (!shorter) return end(failedEnding(fault.fault, fault.message));
      payload = shorter;
      continue;
    }
    const wait = retryDelay(fault, attempt, MODEL_RETRIES, Math.random());
    if (wait === null) return end(failedEnding(fault.fault, fault.message));
    log.warn("chat_run_retry", { attempt, fault: fault.fault, wait_ms: Math.round(wait) });
    await pause(wait, undefined, { signal: run.signal }).catch(() => {}); // Aborted: the next line says so.
    if (run.signal.aborted) return end(abortedEnding(run.abortReason));
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

/** Rolls first where the payload would come too near the limit, and says so in the stream; stops when the run does. */
async function payloadFor(run: ActiveRun, task: Task, model: ResolvedModel, reason: RollReason): Promise<Payload> {
  const { sessionId } = run.row;
  const { currentSeq, extraWeight, prompt } = task;
  const db = await getDb();
  let waited = false;
  const onWait = () => {
    waited = true;
    tell(run, rolling("started"));
  };
  const current = { seq: currentSeq, extraWeight };
  const state = await makeRoom(sessionId, current, model, { reason, signal: run.signal, onWait });
  if (!state) throw new Error("the conversation was deleted while its answer was prepared");
  const bounds = boundsOf(model, { ...state, promptRunes: prompt.runes });
  const { history_rows: maxRows } = config().chat_context;
  const assembled = await assemble(db, state, { currentSeq, maxRows, prompt, eyes: eyesOf(model) }, bounds);
  const payload = await withImages(sessionId, assembled);
  if (waited) {
    const context_budget = budgetOf(payload.usedRunes, bounds.limitRunes);
    tell(run, rolling("done"), { type: "message-metadata", messageMetadata: { context_budget } });
  }
  return payload;
}

/** The part of the stream that says that the answer waits for earlier messages to be summarised. Not kept in the message. */
const rolling = (state: "started" | "done"): UIMessageChunk => ({
  ...{ type: "data-context-roll", data: { state }, transient: true },
});

function tell(run: ActiveRun, ...chunks: UIMessageChunk[]): void {
  run.append(...chunks);
  requestFlush();
}

/** After the model refused this payload as too long: one that it is likely to take; null when there is no shorter one. */
async function shorterPayload(run: ActiveRun, task: Task, refused: Payload): Promise<Payload | null> {
  const { workspaceId, model } = task;
  const rememberedTokens = await lowerLimit(await getDb(), workspaceId, model.ref, refused.estimatedTokens);
  const shorter = await payloadFor(run, task, { ...model, rememberedTokens }, "too_long");
  return shorter.estimatedTokens < refused.estimatedTokens ? shorter : null;
}
