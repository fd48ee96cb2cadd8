import { PROVIDER_FAULTS, type ProviderFault } from "@/lib/errors";

/** Why an answer is no summary. `bad_response`: a call of a tool, or the words of a protocol or an error. */
export const MERGE_FAULTS = [
  "empty_answer",
  "output_limit",
  "refused",
  "longer_than_input",
  "wrong_language",
  "echo",
  "bad_response",
] as const;
export type MergeFault = (typeof MERGE_FAULTS)[number];

/** Why a summary was extracted although a model was there to ask. `backlog`: there was too much to wait for it. */
export type Fallback = "backlog" | ProviderFault | MergeFault;
export const FALLBACKS: readonly Fallback[] = ["backlog", ...PROVIDER_FAULTS, ...MERGE_FAULTS];
