import { setTimeout as pause } from "node:timers/promises";
import type { UIMessageChunk } from "ai";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { stepOf } from "@/lib/context/checkpoint/step";
import { turnPayload } from "@/lib/context/checkpoint/turn-payload";
import { assemble, type Payload } from "@/lib/context/payload/assemble";
import { boundsOf, budgetUnder } from "@/lib/context/payload/budget";
import { eyesOf } from "@/lib/context/payload/images";
import type { SystemPrompt } from "@/lib/context/payload/system-prompt";
import { makeRoom } from "@/lib/context/roll/make-room";
import { type Bounds, budgetOf } from "@/lib/context/size/limit";
import { getDb } from "@/lib/db/client";
import { setContext } from "@/lib/db/queries/context";
import type { MessageUsage, RollReason, SessionRow } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";
import { mcpToolsFor } from "@/lib/mcp/tools-for";
import type { Fault } from "@/lib/models/faults";
import { lowerLimit } from "@/lib/models/limits";
import type { ResolvedModel } from "@/lib/models/registry";
import { refusesTools, rememberToolless } from "@/lib/models/toolless";
import { CallIds } from "./call-ids";
import { callTools } from "./call-tools";
import { abortedEnding, type Ending, failedEnding, finishedEnding, startChunk, stepLimit } from "./ending";
import { requestFlush } from "./flush";
import { memoryWishes } from "./memory-wishes";
import { definitionsOf, NO_TOOLS, type Offer, offersTools, switchOfServer, withMore } from "./offered-tools";
import { ProviderStream } from "./provider-stream";
import type { ActiveRun } from "./registry";
import { retryDelay } from "./retry";
import { faultOf, type ModelAnswer, streamModel } from "./stream-model";
import { addedUsage, makeCheckpoint, newTurn, type Turn } from "./turn";
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
  actor: Actor;
  /** What is asked, as text. */
  question: string;
  /** The tools that the model may call. */
  offer: Offer;
};

/** What came of it, and what the model had been given at first, with what that cost. */
export type Performed = { ending: Ending; payload: Payload | null; firstUsage: MessageUsage | null };

/** What the model is given, and what bounds it. */
type Prepared = { payload: Payload; bounds: Bounds };

/** Gets the answer from the model into the run's stream. A fault of the provider is an ending, not an error. */
export async function perform(run: ActiveRun, task: Task): Promise<Performed> {
  run.append(startChunk(run.row, budgetUnder(task.session, task.model), task.truncationId));
  requestFlush();
  try {
    const told = await withServers(run, await withWishes(run, task));
    return await converse(run, told, await payloadFor(run, told, task.model, "send"));
  } catch (error) {
    if (run.signal.aborted) return { ending: abortedEnding(run.abortReason), payload: null, firstUsage: null };
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

/** With the tools of the servers that the agent may use; what keeps some of them away is shown in the answer. */
async function withServers(run: ActiveRun, task: Task): Promise<Task> {
  const { speaker } = task.prompt;
  if (speaker === null || !offersTools(task.model)) return task;
  const { tools, problems } = await mcpToolsFor(task.actor, speaker.config, run.signal);
  for (const { server, fault } of problems) {
    tell(run, { type: "data-tool-problem", id: `server-${server}`, data: { server, fault } });
  }
  if (tools.length === 0) return task;
  const { limitRunes } = boundsOf(task.model, { ...task.session, promptRunes: 0 });
  const offered = withMore(
    task,
    tools.map((tool) => ({ tool, switch: switchOfServer(tool, speaker) })),
    limitRunes,
  );
  await setContext(await getDb(), run.row.sessionId, { promptRunes: offered.prompt.runes });
  return { ...task, ...offered };
}

/** The answer, in as many steps as it takes: a request to the model, then the calls that it wants made. */
async function converse(run: ActiveRun, task: Task, first: Prepared): Promise<Performed> {
  const turn = newTurn(first.payload, first.bounds);
  const ids = new CallIds();
  const end = (ending: Ending): Performed => ({
    ending: { ...ending, usage: turn.usage },
    payload: turn.payload,
    firstUsage: turn.firstUsage,
  });
  let answered = false;
  let parts = 0;

  for (let n = 1; ; n++) {
    if (n > 1) run.append({ type: "start-step" });
    const mayCall = n < config().tools.max_steps && turn.sentRunes < config().tools.max_turn_runes;
    const asked = await askPatiently(run, task, turn, { parts, mayCall, idOf: ids.step() });
    if ("ending" in asked) return end(asked.ending);
    const { answer, stream } = asked;
    parts = stream.parts + 1;
    answered ||= stream.answered;
    turn.usage = addedUsage(turn.usage, answer.usage);
    if (n === 1) turn.firstUsage = answer.usage;
    const mayGoOn = mayCall && task.offer.size > 0 && answer.calls.length > 0;
    const goesOn = mayGoOn && (answer.reason === "tool-calls" || answer.reason === "stop");
    if (!goesOn) return end(finishedEnding({ ...answer, answered }));

    const { currentSeq, session, actor, offer } = task;
    const calls = await callTools(run, { actor, currentSeq, agentId: session.agentId, offer }, answer.calls);
    turn.steps.push(stepOf({ n, said: answer.said, calls }));
  }
}

type Step = { parts: number; mayCall: boolean; idOf: (callId: string) => string };
type Answered = { answer: ModelAnswer; stream: ProviderStream };

/** One answer of the model, tried again where that may help: after a fault that passes, and in a shorter form. */
async function askPatiently(
  run: ActiveRun,
  task: Task,
  turn: Turn,
  step: Step,
): Promise<Answered | { ending: Ending }> {
  const { MODEL_RETRIES } = config();
  let shortened = false;
  for (let attempt = 1; ; ) {
    const note = await makeCheckpoint(turn, { question: task.question, model: task.model }, run.signal);
    if (note) tell(run, note);
    const payload = turnPayload(turn.payload, turn.checkpoint, turn.steps, turn.bounds);
    turn.sentRunes += payload.usedRunes;
    if (turn.steps.length > 0) tellBudget(run, payload, turn.bounds);
    const result = await ask(run, task, payload, step);
    if (!("fault" in result)) return result;
    const { fault } = result;
    const giveUp = { ending: failedEnding(fault.fault, fault.message) };
    if (result.begun) return giveUp;

    if (fault.fault === "context_too_long" && !shortened) {
      shortened = true;
      const shorter = await shorterPayload(run, task, payload, turn);
      if (!shorter) return giveUp;
      Object.assign(turn, shorter);
      continue;
    }
    if (task.offer.size > 0 && turn.steps.length === 0 && refusesTools(fault)) {
      rememberToolless(task.model.ref);
      task.offer = NO_TOOLS;
      continue;
    }
    const wait = retryDelay(fault, attempt, MODEL_RETRIES, Math.random());
    if (wait === null) return giveUp;
    log.warn("chat_run_retry", { attempt, fault: fault.fault, wait_ms: Math.round(wait) });
    await pause(wait, undefined, { signal: run.signal }).catch(() => {}); // Aborted: the next line says so.
    if (run.signal.aborted) return { ending: abortedEnding(run.abortReason) };
    attempt++;
  }
}

async function ask(
  run: ActiveRun,
  { model, offer }: Task,
  payload: Payload,
  { parts, mayCall, idOf }: Step,
): Promise<Answered | { ending: Ending } | { fault: Fault; begun: boolean }> {
  if (run.signal.aborted) return { ending: abortedEnding(run.abortReason) };
  const { MODEL_FIRST_CHUNK_MS, MODEL_STALL_MS } = config();
  const stream = new ProviderStream(parts);
  try {
    const answer = await streamModel(
      {
        model: model.model,
        payload,
        tools: definitionsOf(offer),
        mayCall,
        idOf,
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
    return { answer, stream };
  } catch (error) {
    if (run.signal.aborted) return { ending: abortedEnding(run.abortReason) };
    if (!mayCall && error instanceof Error && error.name === "AI_ToolChoiceViolationError")
      return { ending: stepLimit };
    return { fault: faultOf(error), begun: !stream.empty };
  } finally {
    run.append(...stream.end());
  }
}

function tellBudget(run: ActiveRun, payload: Payload, bounds: Bounds): void {
  const context_budget = budgetOf(payload.usedRunes, bounds.limitRunes);
  tell(run, { type: "message-metadata", messageMetadata: { context_budget } });
}

/** Rolls first where the payload would come too near the limit, and says so in the stream; stops when the run does. */
async function payloadFor(run: ActiveRun, task: Task, model: ResolvedModel, reason: RollReason): Promise<Prepared> {
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
  return { payload, bounds };
}

/** The part of the stream that says that the answer waits for earlier messages to be summarised. Not kept in the message. */
const rolling = (state: "started" | "done"): UIMessageChunk => ({
  ...{ type: "data-context-roll", data: { state }, transient: true },
});

function tell(run: ActiveRun, ...chunks: UIMessageChunk[]): void {
  run.append(...chunks);
  requestFlush();
}

/** After the model refused this payload as too long: what it is likely to take; null when nothing is shorter. */
async function shorterPayload(run: ActiveRun, task: Task, refused: Payload, turn: Turn): Promise<Prepared | null> {
  const { workspaceId, model } = task;
  const rememberedTokens = await lowerLimit(await getDb(), workspaceId, model.ref, refused.estimatedTokens);
  const shorter = await payloadFor(run, task, { ...model, rememberedTokens }, "too_long");
  const { estimatedTokens } = turnPayload(shorter.payload, turn.checkpoint, turn.steps, shorter.bounds);
  return estimatedTokens < refused.estimatedTokens ? shorter : null;
}
