import { z } from "zod";

const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** The loop in which a model calls tools. Each key is also the variable `TOOLS_<KEY>`; the variable wins. */
export const ToolsConfig = z.strictObject({
  max_steps: number(1, 1_000).default(50).describe("requests to the model for one answer; the last one gets no tools"),
  max_turn_runes: number(10_000, 1_000_000_000)
    .default(20_000_000)
    .describe("what all requests for one answer may come to; then it is brought to an end"),
  parallel_calls: number(1, 32).default(4).describe("calls of one step that run at once"),
  timeout_ms: number(100, 3_600_000).default(120_000).describe("the longest that any call may take"),
  approval_ms: number(100, 86_400_000)
    .default(900_000)
    .describe("how long a call waits for its person to allow it; then it counts as not allowed"),
  checkpoint_pct: number(10, 100)
    .default(95)
    .describe("share of the limit at which the older steps of a running answer are condensed"),
  checkpoint_keep_pct: number(1, 90)
    .default(12)
    .describe("share of the limit that the newest steps keep word by word then; the newest step always does"),
  checkpoint_timeout_ms: number(100, 600_000).default(60_000).describe("how long the model may take to condense them"),
});
export type ToolsConfig = z.infer<typeof ToolsConfig>;
