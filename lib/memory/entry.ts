import type { EntryKind } from "@/lib/db/schema/agents";

/** A long-term entry, as a file of `entries/` holds it. */
export type Entry = {
  id: string;
  title: string;
  kind: EntryKind;
  tags: string[];
  pinned: boolean;
  created: Date;
  updated: Date;
  /** What it came from; null: a person wrote it. */
  source: { sessionId: string; messageIds: string[] } | null;
  /** The entry that took its place. */
  supersededBy: string | null;
  /** Markdown. */
  body: string;
};
