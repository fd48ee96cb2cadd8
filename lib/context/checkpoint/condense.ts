import { generateText } from "ai";
import { config } from "@/lib/config";
import type { MergeFault } from "@/lib/context/summary/fallback";
import { checkMerge } from "@/lib/context/summary/merge-check";
import type { MessageUsage } from "@/lib/db/schema/chat";
import type { ProviderFault } from "@/lib/errors";
import { classifyFault } from "@/lib/models/faults";
import type { ResolvedModel } from "@/lib/models/registry";
import { usageOf } from "@/lib/models/usage";
import { condensePrompt, effectsOf, effectsWithin, type ToCondense } from "./condense-prompt";

export type Condensed = { usage: MessageUsage | null } & ({ text: string } | { fault: ProviderFault | MergeFault });

/**
 * The notes that take the place of these steps: one call of the model, never a second one. Throws when it is aborted,
 * never for a fault of the model. What the steps have changed stands in the notes whatever the model writes.
 */
export async function condense(work: ToCondense, model: ResolvedModel, signal: AbortSignal): Promise<Condensed> {
  const { instructions, prompt, told } = condensePrompt(work);
  try {
    const { text, finishReason, toolCalls, usage } = await generateText({
      model: model.model,
      instructions,
      prompt,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(config().tools.checkpoint_timeout_ms)]),
    });
    signal.throwIfAborted();
    const verdict = checkMerge(
      { text, finishReason, toolCalls: toolCalls.length },
      {
        instructions,
        summary: work.notes,
        told,
        kept: effectsWithin(effectsOf(work.steps, work.effects), work.capRunes / 2),
        capRunes: work.capRunes,
        language: "en",
        // A tool may speak another language than the person.
        wish: true,
      },
    );
    const counted = usageOf(usage);
    return "summary" in verdict ? { text: verdict.summary, usage: counted } : { fault: verdict.fault, usage: counted };
  } catch (error) {
    signal.throwIfAborted();
    return { fault: classifyFault(error).fault, usage: null };
  }
}
