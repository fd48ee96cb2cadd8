import type { EntryKind } from "@/lib/db/schema/agents";
import type { MessageRole } from "@/lib/db/schema/chat";

/** A message of a batch, as an extraction is told of it. */
export type ToldMessage = {
  id: string;
  role: MessageRole;
  /** The speaker of imported talk: a person, whatever the role. */
  name: string | null;
  text: string;
  createdAt: Date;
};

/** What may become an entry. */
export type Candidate = {
  title: string;
  /** What was said, with absolute dates. */
  body: string;
  kind: EntryKind;
  tags: string[];
  messageIds: string[];
  /** How much it is worth to keep. */
  score: number;
};
