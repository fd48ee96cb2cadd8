import type { LanguageModelUsage } from "ai";
import type { MessageUsage } from "@/lib/db/schema/chat";

/** Dollars per million tokens, as far as they are known. */
export type Prices = { input_price?: number | undefined; output_price?: number | undefined };

/** Dollars for these tokens; undefined where a price or a count is missing. */
export function costOf(usage: MessageUsage, { input_price, output_price }: Prices): number | undefined {
  const { input_tokens, output_tokens } = usage;
  if (input_tokens === undefined || output_tokens === undefined) return undefined;
  if (input_price === undefined || output_price === undefined) return undefined;
  return (input_tokens * input_price + output_tokens * output_price) / 1_000_000;
}

/** The tokens of a call, as the provider counted them; null where it counted nothing. */
export function usageOf(usage: LanguageModelUsage): MessageUsage | null {
  const { inputTokens, outputTokens, totalTokens } = usage;
  const counted = {
    ...(inputTokens !== undefined && { input_tokens: inputTokens }),
    ...(outputTokens !== undefined && { output_tokens: outputTokens }),
    ...(totalTokens !== undefined && { total_tokens: totalTokens }),
  };
  return Object.keys(counted).length > 0 ? counted : null;
}
