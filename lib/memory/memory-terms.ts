import type { MemoryKey } from "@/lib/db/queries/agent-memories";
import { hashTerm, type Salt, saltOf } from "@/lib/search/hash";
import { termsOf } from "@/lib/search/index-terms";

const saltOfMemory = ({ agentId, userId }: MemoryKey): Salt => saltOf(agentId, userId);

/** What an entry is found by. */
export function entryTerms(
  key: MemoryKey,
  { title, tags, body }: { title: string; tags: readonly string[]; body: string },
): number[] {
  return termsOf(saltOfMemory(key), { text: [title, tags.join(" "), body].join("\n") });
}

/** What a passage of the note of a day is found by: its words, and the day. */
export function passageTerms(key: MemoryKey, day: string, text: string): number[] {
  return termsOf(saltOfMemory(key), { text: `${day}\n${text}` });
}

/** The terms of a question, as this memory's rows have them. */
export function numbersOf(key: MemoryKey, terms: readonly string[]): number[] {
  const salt = saltOfMemory(key);
  return terms.map((term) => hashTerm(salt, term));
}
