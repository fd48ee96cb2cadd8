import { generateText } from "ai";
import { config } from "@/lib/config";
import { log } from "@/lib/log";
import { classifyFault } from "@/lib/models/faults";
import type { ResolvedModel } from "@/lib/models/registry";
import { readExtraction } from "./answer";
import type { Operation } from "./operations";
import { type ExtractionInput, extractionPrompt } from "./prompt";

const ATTEMPTS = 2;

/** What a model decides; null when it failed to twice. Its request has no tools, and nothing of the agent. */
export async function askForOperations(
  input: ExtractionInput,
  model: ResolvedModel,
  signal: AbortSignal | undefined,
): Promise<Operation[] | null> {
  const { instructions, prompt, names } = extractionPrompt(input);
  for (let attempt = 1; ; attempt++) {
    const fault = await ask();
    if (Array.isArray(fault)) return fault;
    if (attempt < ATTEMPTS) continue;
    log.warn("agent_memory_extract_fallback", { reason: fault, attempts: attempt, model: model.ref });
    return null;
  }

  async function ask(): Promise<Operation[] | string> {
    const late = AbortSignal.timeout(config().agent.memory_extract_timeout_ms);
    try {
      const { text, finishReason } = await generateText({
        ...{ model: model.model, instructions, prompt, maxRetries: 0 },
        abortSignal: signal ? AbortSignal.any([signal, late]) : late,
      });
      if (finishReason === "content-filter") return "refused";
      const verdict = readExtraction(text, names);
      return "operations" in verdict ? verdict.operations : verdict.fault;
    } catch (error) {
      signal?.throwIfAborted();
      return classifyFault(error).fault;
    }
  }
}
