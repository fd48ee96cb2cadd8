import type { JobKind } from "@/lib/db/schema/agents";
import { archiveWork } from "./archive";
import { extractWork } from "./extract/extract";
import type { Work } from "./jobs";
import { rememberWork } from "./remember";
import { strikeWork } from "./strike";

/** What is done for each kind of job. */
export const works: Record<JobKind, Work> = {
  flush: archiveWork,
  append: archiveWork,
  strike: strikeWork,
  extract: extractWork,
  remember: rememberWork,
};
