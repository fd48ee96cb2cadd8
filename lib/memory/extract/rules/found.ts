import type { EntryKind } from "@/lib/db/schema/agents";

/** A sentence that tells something worth keeping. */
export type Found = { kind: EntryKind; tags: string[]; score: number };

/** The first that fits says what a sentence is. */
export type Pattern = {
  pattern: RegExp;
  kind: EntryKind;
  tag: string;
  score: number /** One word of content is enough: "I'm vegan." */;
  terse?: true;
};
