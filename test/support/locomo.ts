import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

// Long conversations between two people, from a research data set whose licence keeps it out of the project: it
// is used from a folder beside it where that exists. Tests that need it say so and are skipped elsewhere.
const FILE = resolve(import.meta.dirname, "../../../shared/locomo/dev.json");

const Dataset = z.object({
  samples: z.array(
    z.object({
      id: z.string(),
      messages: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          role: z.enum(["user", "assistant"]),
          speaker: z.string(),
          text: z.string(),
        }),
      ),
      questions: z.array(z.object({ q: z.string(), answer: z.coerce.string(), evidence: z.array(z.string()) })),
    }),
  ),
});
export type LocomoSample = z.infer<typeof Dataset>["samples"][number];

/** For `test.skipIf(!locomoIsHere)`. */
export const locomoIsHere = existsSync(FILE);

export function locomoSamples(): LocomoSample[] {
  return Dataset.parse(JSON.parse(readFileSync(FILE, "utf8"))).samples;
}

/** A sample in the import format: one JSON object a line. */
export function toImportLines({ messages }: LocomoSample): string[] {
  return messages.map(({ role, text, speaker, at }) => JSON.stringify({ role, text, name: speaker, created_at: at }));
}
