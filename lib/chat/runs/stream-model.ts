import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
  type AssistantModelMessage,
  type FinishReason,
  type ModelMessage,
  experimental_streamTextLowMemory as streamText,
  type ToolSet,
  toUIMessageChunk,
  type UIMessageChunk,
} from "ai";
import type { Payload } from "@/lib/context/payload/assemble";
import type { MessageUsage } from "@/lib/db/schema/chat";
import type { ProviderFault } from "@/lib/errors";
import { classifyFault, type Fault, faultSentence } from "@/lib/models/faults";
import { usageOf } from "@/lib/models/usage";

// The SDK would print a provider's warnings to the console, beside the log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A fault that nobody threw: the model was silent for too long, or its stream just ended. */
class StreamFault extends Error {
  override readonly name = "StreamFault";
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault) {
    super(fault);
    this.fault = fault;
  }
}

/** What went wrong, for whatever `streamModel` threw. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof StreamFault)) return classifyFault(error);
  return { fault: error.fault, message: faultSentence(error.fault), retryable: error.fault === "cut_off" };
}

/** Chunks that come before the model has said anything. */
const FRAMING: ReadonlySet<string> = new Set(["start", "start-step"]);

export type ModelCall = {
  model: LanguageModelV4;
  payload: Pick<Payload, "instructions" | "messages">;
  /** Definitions only; with `mayCall` false the model is told of them and may not use them. */
  tools: ToolSet;
  mayCall: boolean;
  /** The id of a call as the message has it. */
  idOf: (callId: string) => string;
  /** Closes the connection to the provider. */
  signal: AbortSignal;
  /** How long the model may be silent before its first chunk, and between two. */
  firstChunkMs: number;
  stallMs: number;
};

/** A call of a tool as the model made it. `fault`: why it cannot even be tried. */
export type WantedCall = { callId: string; tool: string; input: unknown; fault: "unknown_tool" | "not_json" | null };

export type ModelAnswer = {
  reason: FinishReason;
  usage: MessageUsage | null;
  /** What is to be shown to the model again while it goes on, with the ids of calls as the message has them. */
  said: AssistantModelMessage[];
  calls: WantedCall[];
};

/**
 * One request to a model. Hands its chunks on as they come and answers how it finished; throws what the provider or
 * the connection threw. When it returns, however it does, the connection is closed.
 */
export async function streamModel(
  { model, payload, tools, mayCall, idOf, signal, firstChunkMs, stallMs }: ModelCall,
  onChunk: (chunk: UIMessageChunk) => void,
): Promise<ModelAnswer> {
  const connection = new AbortController();
  const close = () => connection.abort(signal.reason);
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  let silent = false;
  const onSilence = () => {
    silent = true;
    connection.abort();
  };
  let timer = setTimeout(onSilence, firstChunkMs);
  let begun = false;
  const calls: WantedCall[] = [];
  let said: AssistantModelMessage[] = [];
  const hasTools = Object.keys(tools).length > 0;

  try {
    // In its low-memory form, since nothing of the answer is read from the SDK again after it was streamed.
    const { stream } = streamText({
      model,
      instructions: payload.instructions,
      messages: payload.messages,
      maxRetries: 0,
      abortSignal: connection.signal,
      onError: () => {}, // Thrown below.
      ...(hasTools && {
        tools,
        toolChoice: mayCall ? "auto" : "none",
        onStepEnd: ({ response }) => {
          said = renamed(response.messages, idOf);
        },
      }),
    });
    for await (const part of stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "abort") break;
      if (part.type === "finish") {
        return { reason: part.finishReason, usage: usageOf(part.totalUsage), said, calls };
      }
      // A call that cannot be made is answered like the others, by whoever makes them.
      if (part.type === "tool-error") continue;
      let chunk: UIMessageChunk | undefined;
      if (part.type === "tool-call") {
        const { toolCallId, toolName, input, providerMetadata } = part;
        calls.push({ callId: idOf(toolCallId), tool: toolName, input, fault: callFault(part) });
        chunk = {
          type: "tool-input-available",
          ...{ toolCallId, toolName, input },
          ...(providerMetadata && { providerMetadata }),
        };
      } else chunk = toUIMessageChunk(part);
      if (!chunk) continue;
      if (begun) timer.refresh();
      else if (!FRAMING.has(chunk.type)) {
        begun = true;
        clearTimeout(timer);
        timer = setTimeout(onSilence, stallMs);
      }
      onChunk("toolCallId" in chunk ? { ...chunk, toolCallId: idOf(chunk.toolCallId) } : chunk);
    }
    signal.throwIfAborted();
    throw new StreamFault("cut_off");
  } catch (error) {
    throw silent ? new StreamFault("timeout") : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", close);
    connection.abort();
  }
}

function callFault(call: { invalid?: boolean | undefined; error?: unknown }): WantedCall["fault"] {
  if (call.invalid !== true) return null;
  return call.error instanceof Error && call.error.name === "AI_NoSuchToolError" ? "unknown_tool" : "not_json";
}

/** The assistant's part of what the SDK would go on with. */
function renamed(messages: readonly ModelMessage[], idOf: (id: string) => string): AssistantModelMessage[] {
  return messages.flatMap((message) => {
    if (message.role !== "assistant") return [];
    if (typeof message.content === "string") return [message];
    const content = message.content.map((part) =>
      part.type === "tool-call" ? { ...part, toolCallId: idOf(part.toolCallId) } : part,
    );
    return [{ ...message, content }];
  });
}
