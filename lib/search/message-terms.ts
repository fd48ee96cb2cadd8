import type { Owner } from "@/lib/db/queries/sessions";
import { hashTerm, type Salt, saltOf } from "./hash";
import { type Indexed, speakerTerms, termsOf } from "./index-terms";
import { noteWords } from "./vocabulary";

/** The salt of a person's messages. */
export const messageSalt = ({ workspaceId, userId }: Owner): Salt => saltOf(workspaceId, userId);

/** What a message is found by, for its row. Its words join the person's vocabulary. */
export function messageTerms(owner: Owner, message: Indexed): number[] {
  if (message.text === "") return [];
  noteWords(owner, message.text);
  return termsOf(messageSalt(owner), message);
}

/** What all messages of a speaker have. */
export function termsOfSpeaker(owner: Owner, name: string): number[] {
  return speakerTerms(name).map((term) => hashTerm(messageSalt(owner), term));
}
