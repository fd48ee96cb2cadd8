import { z } from "zod";

const runes = z.coerce.number().int().min(1_000).max(100_000_000);

/** How the model's input is bounded. Each key is also the variable `CHAT_CONTEXT_<KEY>`; the variable wins. */
export const ChatContextConfig = z.strictObject({
  limit_runes: runes.optional().describe("the input budget; absent: from the model's window"),
  history_rows: z.coerce
    .number()
    .int()
    .min(10)
    .max(1_000_000)
    .default(8_000)
    .describe("rows in memory at most while assembling"),
  output_reserve_tokens: z.coerce
    .number()
    .int()
    .min(256)
    .max(1_000_000)
    .default(4_096)
    .describe("kept free for the answer"),
  merge_timeout_ms: z.coerce
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(60_000)
    .describe("how long the summariser may take for one merge"),
});
export type ChatContextConfig = z.infer<typeof ChatContextConfig>;
