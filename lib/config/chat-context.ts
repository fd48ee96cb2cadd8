import { z } from "zod";

const runes = z.coerce.number().int().min(1_000).max(100_000_000);
const percent = z.coerce.number().int().min(1).max(100);

/** How the model's input is bounded. Each key is also the variable `CHAT_CONTEXT_<KEY>`; the variable wins. */
export const ChatContextConfig = z
  .strictObject({
    limit_runes: runes.optional().describe("the input budget; absent: from the model's window"),
    threshold_pct: percent.default(88).describe("at or above it a send rolls first"),
    target_pct: percent.default(50).describe("a roll goes on until the payload is at or under it"),
    preroll_pct: percent.default(80).describe("at or above it a roll starts in the background after the reply"),
    batch_messages: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(4)
      .describe("the unit that leaves the verbatim window; widened to a whole turn where that fits"),
    min_verbatim: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(6)
      .describe("never roll below this many verbatim messages"),
    max_rolls: z.coerce.number().int().min(1).max(1_000).default(48).describe("merge calls at most on one send"),
    send_wait_ms: z.coerce
      .number()
      .int()
      .min(0)
      .max(600_000)
      .default(30_000)
      .describe("how long merges may hold up one send; what is left is then extracted at once, and merged again later"),
    summary_max_runes: z.coerce
      .number()
      .int()
      .min(200)
      .max(1_000_000)
      .optional()
      .describe("cap of the summary; absent: 4 % of the limit, 2,000 to 16,000"),
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
      .max(300_000)
      .default(60_000)
      .describe("how long the summariser may take for one merge"),
  })
  .refine((c) => c.target_pct < c.preroll_pct, { path: ["target_pct"], error: "must be below preroll_pct" })
  .refine((c) => c.preroll_pct <= c.threshold_pct, { path: ["preroll_pct"], error: "must not be above threshold_pct" })
  // Those that are never rolled and the current message are all read for a payload.
  .refine((c) => c.min_verbatim < c.history_rows, { path: ["min_verbatim"], error: "must be below history_rows" });
export type ChatContextConfig = z.infer<typeof ChatContextConfig>;
