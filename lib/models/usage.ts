import type { LanguageModelUsage } from "ai";
import type { MessageUsage } from "@/lib/db/schema/chat";

/** What a call cost, as the provider counted it; null where it counted nothing. */
export function usageOf(usage: LanguageModelUsage): MessageUsage | null {
  const { inputTokens, outputTokens, totalTokens } = usage;
  const counted = {
    ...(inputTokens !== undefined && { input_tokens: inputTokens }),
    ...(outputTokens !== undefined && { output_tokens: outputTokens }),
    ...(totalTokens !== undefined && { total_tokens: totalTokens }),
  };
  return Object.keys(counted).length > 0 ? counted : null;
}
