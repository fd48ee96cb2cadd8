import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
  type FinishReason,
  experimental_streamTextLowMemory as streamText,
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
  /** Closes the connection to the provider. */
  signal: AbortSignal;
  /** How long the model may be silent before its first chunk, and between two. */
  firstChunkMs: number;
  stallMs: number;
};

/**
 * One request to a model. Hands its chunks on as they come and answers how it finished; throws what the provider or
 * the connection threw. When it returns, however it does, the connection is closed.
 */
export async function streamModel(
  { model, payload, signal, firstChunkMs, stallMs }: ModelCall,
  onChunk: (chunk: UIMessageChunk) => void,
): Promise<{ reason: FinishReason; usage: MessageUsage | null }> {
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

  try {
    // In its low-memory form, since nothing of the answer is read from the SDK again after it was streamed.
    const { stream } = streamText({
      model,
      instructions: payload.instructions,
      messages: payload.messages,
      maxRetries: 0,
      abortSignal: connection.signal,
      onError: () => {}, // Thrown below.
    });
    for await (const part of stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "abort") break;
      if (part.type === "finish") return { reason: part.finishReason, usage: usageOf(part.totalUsage) };
      const chunk = toUIMessageChunk(part);
      if (!chunk) continue;
      if (begun) timer.refresh();
      else if (!FRAMING.has(chunk.type)) {
        begun = true;
        clearTimeout(timer);
        timer = setTimeout(onSilence, stallMs);
      }
      onChunk(chunk);
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
