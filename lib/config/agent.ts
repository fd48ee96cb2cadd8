import { z } from "zod";

/** What work agents may do and keep. Each key is also the variable `AGENT_<KEY>`; the variable wins. */
export const AgentsConfig = z.strictObject({
  memory_index_max_runes: z.coerce
    .number()
    .int()
    .min(0)
    .max(200_000)
    .default(4_000)
    .describe("cap of what is recalled in the system prompt: pinned entries and the titles of the others"),
  memory_extract_max_entries: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe("entries that one batch may add or change at most"),
  memory_extract_timeout_ms: z.coerce
    .number()
    .int()
    .min(100)
    .max(300_000)
    .default(60_000)
    .describe("how long the model may take to find them"),
  memory_tool_output_max_runes: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(2_000)
    .describe("how much of a tool’s output goes into a daily note"),
  files_max_bytes: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(10_000_000)
    .describe("what an agent may keep in its own folder for one person, in bytes"),
  files_max_files: z.coerce.number().int().min(0).max(10_000).default(200).describe("how many files it may keep there"),
});
export type AgentsConfig = z.infer<typeof AgentsConfig>;
