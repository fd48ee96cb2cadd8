import { setTimeout as pause } from "node:timers/promises";
import type { UIMessageChunk } from "ai";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import type { CalledTool, Outcome } from "@/lib/context/checkpoint/step";
import { log } from "@/lib/log";
import { storableJson } from "@/lib/text";
import { type Tool, ToolFailure, type ToolOutput, type ToolScope } from "@/lib/tools/tool";
import { askApproval } from "./approvals";
import { flushed, requestFlush } from "./flush";
import { UNKNOWN } from "./loose-ends";
import type { Offer } from "./offered-tools";
import type { ActiveRun } from "./registry";
import type { WantedCall } from "./stream-model";

/** Where the calls of a run are made. */
export type CallScene = { actor: Actor; currentSeq: number; agentId: string | null; offer: Offer };

/** How long a call that was aborted may take to say how far it came. */
const SETTLE_MS = 3_000;

/**
 * Makes the calls of one step, several at once, those that change something one after the other in the model's order.
 * Each result is in the stream as soon as it is there, and all of them in the database when this returns. Throws only
 * when the run is aborted; what goes wrong with a call is its result.
 */
export async function callTools(
  run: ActiveRun,
  scene: CallScene,
  wanted: readonly WantedCall[],
): Promise<CalledTool[]> {
  const results = new Map<string, CalledTool>();
  let effects: Promise<unknown> = Promise.resolve();
  const queue = [...wanted];
  const worker = async () => {
    for (let call = queue.shift(); call; call = queue.shift()) {
      const one = call;
      const hasEffect = scene.offer.get(one.tool)?.tool.hasEffect ?? false;
      const make = async () =>
        results.set(one.callId, { ...one, hasEffect, outcome: await outcomeOf(run, scene, one) });
      if (hasEffect) {
        effects = effects.then(make);
        await effects;
      } else await make();
    }
  };
  await Promise.all(Array.from({ length: Math.min(config().tools.parallel_calls, wanted.length) }, worker));
  run.signal.throwIfAborted();
  await flushed(run);
  return wanted.flatMap(({ callId }) => results.get(callId) ?? []);
}

async function outcomeOf(run: ActiveRun, scene: CallScene, call: WantedCall): Promise<Outcome> {
  const outcome = await attempt(run, scene, call);
  const { callId: toolCallId } = call;
  const chunk: UIMessageChunk =
    outcome.kind === "done"
      ? { type: "tool-output-available", toolCallId, output: outcome.output }
      : outcome.kind === "failed"
        ? { type: "tool-output-error", toolCallId, errorText: outcome.message }
        : { type: "tool-output-denied", toolCallId };
  run.append(chunk);
  requestFlush();
  return outcome;
}

const failed = (code: string, message: string): Outcome => ({ kind: "failed", message: `${code}: ${message}` });

async function attempt(run: ActiveRun, scene: CallScene, call: WantedCall): Promise<Outcome> {
  const offered = scene.offer.get(call.tool);
  if (!offered || call.fault === "unknown_tool") {
    return failed("unknown_tool", `There is no tool of that name. There are: ${[...scene.offer.keys()].join(", ")}.`);
  }
  if (call.fault === "not_json")
    return failed("invalid_input", "The arguments are not valid JSON. Send the call again.");
  const { tool } = offered;
  try {
    if (offered.switch === "ask") {
      const approval = await askApproval(run, call);
      if (approval === "denied") return { kind: "denied", reason: "The user did not allow this call." };
      if (approval === "timeout")
        return { kind: "denied", reason: "The user did not answer whether to allow this call." };
    }
    // Written down before it is done: whoever finds the run after a crash sees that it may have been.
    if (tool.hasEffect) await flushed(run);
    run.signal.throwIfAborted();
    return await made(run, scene, tool, call);
  } catch (error) {
    if (run.signal.aborted) return failed("stopped", "The answer was stopped before this call was made.");
    log.error("agent_tool_failed", { tool: tool.name }, error);
    return failed("internal", "Something went wrong on the server.");
  }
}

async function made(run: ActiveRun, scene: CallScene, tool: Tool, call: WantedCall): Promise<Outcome> {
  const started = performance.now();
  const limit = Math.min(tool.timeoutMs, config().tools.timeout_ms);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort("timeout"), limit);
  const onStop = () => controller.abort("stopped");
  run.signal.addEventListener("abort", onStop, { once: true });
  const scope: ToolScope = {
    actor: scene.actor,
    sessionId: run.row.sessionId,
    currentSeq: scene.currentSeq,
    agentId: scene.agentId,
    callId: `${run.row.id}:${call.callId}`,
    signal: controller.signal,
  };
  const report = (outcome: string) =>
    log.info("agent_tool_called", { tool: tool.name, outcome, duration_ms: Math.round(performance.now() - started) });
  try {
    const output = await settledOr(tool.run(scope, call.input), controller.signal);
    if (output === UNSETTLED) {
      report(String(controller.signal.reason));
      return unsettled(tool, limit, controller.signal.reason);
    }
    report("done");
    return { kind: "done", output: storableJson(output.value) };
  } catch (error) {
    if (error instanceof ToolFailure) {
      report(error.code);
      return failed(error.code, error.message);
    }
    if (controller.signal.aborted) {
      return unsettled(tool, limit, controller.signal.reason);
    }
    throw error;
  } finally {
    clearTimeout(timer);
    run.signal.removeEventListener("abort", onStop);
  }
}

function unsettled(tool: Tool, limitMs: number, reason: unknown): Outcome {
  if (reason === "stopped" && !tool.hasEffect) return failed("stopped", "It was stopped.");
  const why =
    reason === "timeout" ? `it took longer than ${Math.round(limitMs / 1_000)} s` : "it was stopped while it ran";
  if (!tool.hasEffect) return failed("timeout", why);
  return {
    kind: "failed",
    message: `${UNKNOWN} ${why}. It may or may not have taken effect: look before doing it again.`,
  };
}

const UNSETTLED = Symbol("unsettled");

/** What a call answers; UNSETTLED where it was aborted and did not say in time how far it came. */
async function settledOr(
  call: Promise<ToolOutput>,
  signal: AbortSignal,
): Promise<{ value: ToolOutput } | typeof UNSETTLED> {
  call.catch(() => {}); // Given up on below, it may still fail.
  const aborted = new Promise<typeof UNSETTLED>((resolve) => {
    const onAbort = () => void pause(SETTLE_MS, UNSETTLED, { ref: false }).then(resolve);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  return await Promise.race([call.then((value) => ({ value })), aborted]);
}
