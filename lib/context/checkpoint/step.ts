import type { AssistantModelMessage, JSONValue, ModelMessage, ToolModelMessage } from "ai";
import { countRunes, MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import { estimateTokens } from "@/lib/context/size/tokens";

/** What came of one call of a tool. */
export type Outcome =
  | { kind: "done"; output: JSONValue }
  | { kind: "failed"; message: string }
  | { kind: "denied"; reason: string };

export type CalledTool = {
  callId: string;
  tool: string;
  input: unknown;
  /** Whether it may have changed something. */
  hasEffect: boolean;
  outcome: Outcome;
};

/** One round-trip of a running turn: what the model said and called, and what it was answered. */
export type Step = {
  /** 1, 2, 3 … within the turn. */
  n: number;
  /** As the model's package gave it: with what its provider wants to see again. */
  said: readonly AssistantModelMessage[];
  calls: readonly CalledTool[];
  /** What it adds to a payload. */
  runes: number;
  tokens: number;
};

/** A step with its size. Pure. */
export function stepOf(step: Pick<Step, "n" | "said" | "calls">): Step {
  const text = JSON.stringify(messagesOf(step));
  return { ...step, runes: countRunes(text) + 2 * MESSAGE_OVERHEAD_RUNES, tokens: estimateTokens(text) };
}

/** The messages of a step: the calls and their results, never one without the other. Pure. */
export function messagesOf({ said, calls }: Pick<Step, "said" | "calls">): ModelMessage[] {
  return [...said, { role: "tool", content: calls.map(resultOf) }];
}

type Result = ToolModelMessage["content"][number];

function resultOf({ callId, tool, outcome }: CalledTool): Result {
  const call = { type: "tool-result" as const, toolCallId: callId, toolName: tool };
  switch (outcome.kind) {
    case "done":
      return typeof outcome.output === "string"
        ? { ...call, output: { type: "text", value: outcome.output } }
        : { ...call, output: { type: "json", value: outcome.output } };
    case "failed":
      return { ...call, output: { type: "error-text", value: outcome.message } };
    case "denied":
      return { ...call, output: { type: "execution-denied", reason: outcome.reason } };
  }
}

/** What a call was answered, as text. */
export function outcomeText({ outcome }: Pick<CalledTool, "outcome">): string {
  if (outcome.kind === "failed") return outcome.message;
  if (outcome.kind === "denied") return outcome.reason;
  return typeof outcome.output === "string" ? outcome.output : JSON.stringify(outcome.output);
}
