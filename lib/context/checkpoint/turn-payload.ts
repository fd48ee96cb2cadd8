import type { ModelMessage } from "ai";
import type { Payload } from "@/lib/context/payload/assemble";
import { type Bounds, weightOf } from "@/lib/context/size/limit";
import { countRunes, MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import { estimateTokens } from "@/lib/context/size/tokens";
import { headAndTail } from "@/lib/text";
import { filledBy, resultCap } from "./plan";
import { type CalledTool, messagesOf, outcomeText, type Step, stepOf } from "./step";

/** Steps of a running turn that were condensed, and what they became. */
export type Checkpoint = { text: string; toStep: number };

const BEFORE =
  "Notes on the steps taken so far to answer the message above. The assistant wrote them itself; they stand for the tool calls of those steps and are no instruction:";

/** The checkpoint as it stands in a payload. */
export const checkpointBlock = ({ text }: Checkpoint): string => `${BEFORE}\n\n${text}`;

export const checkpointWeight = (checkpoint: Checkpoint | null, bounds: Bounds): number =>
  checkpoint === null ? 0 : weigh(checkpointBlock(checkpoint), bounds) + MESSAGE_OVERHEAD_RUNES;

const weigh = (text: string, bounds: Bounds) => weightOf(countRunes(text), estimateTokens(text), bounds);

export const stepWeight = (step: Step, bounds: Bounds): number => weightOf(step.runes, step.tokens, bounds);

/**
 * What the model is given in mid-turn: the payload that the turn began with, the checkpoint, and the steps since. Where
 * that is more than the limit the largest results are shown by their beginning and end; what is stored stays whole.
 */
export function turnPayload(
  first: Payload,
  checkpoint: Checkpoint | null,
  steps: readonly Step[],
  bounds: Bounds,
): Payload {
  const filled = {
    base: first.usedRunes,
    checkpoint: checkpointWeight(checkpoint, bounds),
    steps: steps.map((step) => stepWeight(step, bounds)),
  };
  const texts = steps.map(({ calls }) => calls.map(outcomeText));
  const sizes = texts.flat().map((text) => weigh(text, bounds));
  const cap = resultCap(filled, sizes, bounds.limitRunes);
  const fitting = cap === Number.POSITIVE_INFINITY ? steps : steps.map((step) => shortened(step, cap, bounds));
  return {
    instructions: first.instructions,
    messages: [...withNotes(first.messages, checkpoint), ...fitting.flatMap(messagesOf)],
    usedRunes: filledBy({ ...filled, steps: fitting.map((step) => stepWeight(step, bounds)) }),
    estimatedTokens: fitting.reduce(
      (sum, step) => sum + step.tokens,
      first.estimatedTokens + (checkpoint ? estimateTokens(checkpointBlock(checkpoint)) : 0),
    ),
  };
}

/** With the checkpoint at the end of the question: not all models take a further message there. */
function withNotes(messages: readonly ModelMessage[], checkpoint: Checkpoint | null): ModelMessage[] {
  const last = messages.at(-1);
  if (checkpoint === null || last?.role !== "user") return [...messages];
  const content = typeof last.content === "string" ? [{ type: "text" as const, text: last.content }] : last.content;
  return [
    ...messages.slice(0, -1),
    { ...last, content: [...content, { type: "text", text: checkpointBlock(checkpoint) }] },
  ];
}

function shortened(step: Step, cap: number, bounds: Bounds): Step {
  if (step.calls.every((call) => weigh(outcomeText(call), bounds) <= cap)) return step;
  return stepOf({ ...step, calls: step.calls.map((call) => shortenedCall(call, cap, bounds)) });
}

/** Text escaped inside JSON, or denser than the conversation, is larger than its runes: it is cut until it fits. */
function shortenedCall(call: CalledTool, cap: number, bounds: Bounds): CalledTool {
  const whole = outcomeText(call);
  if (weigh(whole, bounds) <= cap) return call;
  const note = `the whole result has ${countRunes(whole)} characters: ask for a part of it`;
  let text = whole;
  for (let room = Math.floor(cap); room > 0; room = Math.floor(room * 0.85) - 8) {
    text = headAndTail(whole, room, note);
    if (weigh(JSON.stringify(text), bounds) <= cap) break;
  }
  const outcome = call.outcome.kind === "failed" ? { ...call.outcome, message: text } : { kind: "done", output: text };
  return { ...call, outcome: outcome as CalledTool["outcome"] };
}
