import type { Part } from "../message/message-text";

/** An entry is a note, not a document. */
export const MOST_KEPT_RUNES = 4_000;

/** What an answer says that it has kept, or that it asks about before it forgets. */
export type MemoryPart = {
  action: "remembered" | "forget_asked";
  entries: { id: string; title: string }[];
};

/** The part as this version knows it; null for others, which are left out. */
export function memoryPartOf(part: Part): MemoryPart | null {
  if (part.type !== "data-memory" || !("data" in part)) return null;
  const data: unknown = part.data;
  if (typeof data !== "object" || data === null || !("action" in data && "entries" in data)) return null;
  const { action, entries } = data;
  if (action !== "remembered" && action !== "forget_asked") return null;
  return Array.isArray(entries) ? { action, entries: entries.filter(isEntry) } : null;
}

const isEntry = (entry: unknown): entry is MemoryPart["entries"][number] =>
  typeof entry === "object" &&
  entry !== null &&
  "id" in entry &&
  typeof entry.id === "string" &&
  "title" in entry &&
  typeof entry.title === "string";
