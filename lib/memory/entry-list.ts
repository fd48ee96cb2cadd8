import type { Actor } from "@/lib/auth/actor-type";
import { decodeCursor, encodeCursor } from "@/lib/auth/cursor";
import { getDb } from "@/lib/db/client";
import { type EntryPlace, entryPage, searchEntries } from "@/lib/db/queries/memory-entries";
import { AppError } from "@/lib/errors";
import type { EntryList, EntryListQuery, EntrySummary } from "@/lib/http/contract/memory";
import { fold } from "./entry-row";
import { requireHome } from "./home";
import { presentSummary } from "./present-entry";
import { syncMemory } from "./sync";

const MOST_WORDS = 12;

/** Parts of words count as words: a Chinese sentence has no others. */
const wordsOf = (q: string | undefined): string[] =>
  [
    ...new Set(
      fold(q ?? "")
        .split(/\s+/u)
        .filter(Boolean),
    ),
  ].slice(0, MOST_WORDS);

export async function listEntries(actor: Actor, agentId: string, query: EntryListQuery): Promise<EntryList> {
  const { home } = await requireHome(actor, agentId);
  await syncMemory(home);
  const { tag, kind, pinned, problem } = query;
  const filters = { words: wordsOf(query.q), tag, kind, pinned, problem };
  const scope = JSON.stringify([actor.userId, agentId, filters.words, tag, kind, pinned, problem]);
  const after = query.cursor === undefined ? null : placeIn(decodeCursor("entries", scope, query.cursor));
  const { entries, continueAt } = await entryPage(await getDb(), home, filters, after, query.limit);
  return {
    entries: entries.map(presentSummary),
    next_cursor: continueAt && encodeCursor("entries", scope, [continueAt.updatedAt.getTime(), continueAt.id]),
  };
}

function placeIn([updatedAt, id]: unknown[]): EntryPlace {
  if (typeof updatedAt !== "number" || typeof id !== "string") throw new AppError("invalid_cursor", { path: "cursor" });
  return { updatedAt: new Date(updatedAt), id };
}

/** The entries that hold all words of `q`, the best first. */
export async function searchMemory(actor: Actor, agentId: string, q: string, limit = 20): Promise<EntrySummary[]> {
  const { home } = await requireHome(actor, agentId);
  await syncMemory(home);
  const words = wordsOf(q);
  if (words.length === 0) return [];
  return (await searchEntries(await getDb(), home, words, limit)).map(presentSummary);
}
