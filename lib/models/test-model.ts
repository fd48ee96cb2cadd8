import { streamText } from "ai";
import type { ProviderFault } from "@/lib/errors";
import { classifyFault, faultSentence } from "./faults";
import { type Connection, languageModel } from "./language-model";

const TEST_MS = 30_000;

export type ModelTest =
  | { ok: true /** From the request to the first word. */; latencyMs: number }
  | { ok: false; fault: ProviderFault; message: string /** The provider's own words. */; said?: string };

/** A real call as a conversation makes it, given up at the first word: that is all there is to know, and costs next to nothing. */
export async function testModel(connection: Connection, model: string): Promise<ModelTest> {
  const enough = new AbortController();
  const started = performance.now();
  try {
    const result = streamText({
      model: languageModel(connection, model),
      prompt: "Reply with the single word: ready",
      maxRetries: 0,
      abortSignal: AbortSignal.any([enough.signal, AbortSignal.timeout(TEST_MS)]),
      onError: () => {}, // it comes as a part of the stream, below
    });
    for await (const part of result.stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw new DOMException("no word in time", "TimeoutError");
      if (part.type === "text-delta" || part.type === "reasoning-delta") {
        return { ok: true, latencyMs: Math.round(performance.now() - started) };
      }
    }
    return { ok: false, fault: "empty_answer", message: faultSentence("empty_answer") };
  } catch (error) {
    const { fault, message, said } = classifyFault(error);
    return { ok: false, fault, message, ...(said && { said }) };
  } finally {
    enough.abort();
  }
}
