import { z } from "zod";

const runes = (least: number, usual: number) => z.coerce.number().int().min(least).max(10_000_000).default(usual);

/** Files that people attach, and an agent's knowledge. Each key is also the variable `FILES_<KEY>`; the variable wins. */
export const FilesConfig = z.strictObject({
  attachment_max_bytes: z.coerce
    .number()
    .int()
    .min(1_024)
    .max(1_073_741_824)
    .default(26_214_400)
    .describe("largest file that is taken"),
  attachment_max_runes: runes(200, 40_000).describe(
    "how much of one file’s text a model is given; head and tail are kept",
  ),
  attachments_max_runes: runes(200, 80_000).describe("how much of all files of one message together"),
  attachments_max_files: z.coerce.number().int().min(1).max(100).default(10).describe("files a message at most"),
  knowledge_max_runes: runes(0, 8_000).describe("how much of an agent’s knowledge is put beside a question"),
  knowledge_max_files: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe("files an agent’s knowledge may have"),
  read_timeout_ms: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(600_000)
    .default(30_000)
    .describe("how long reading one file may take; of a long PDF what was read by half of it is kept"),
  uploads_per_minute: z.coerce.number().int().min(1).max(100_000).default(60).describe("files a minute and user"),
});
export type FilesConfig = z.infer<typeof FilesConfig>;
