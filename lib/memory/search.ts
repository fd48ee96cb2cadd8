import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import {
  daysWithoutPassages,
  entriesWith,
  entriesWithoutTerms,
  passagesWith,
  putEntryTerms,
} from "@/lib/db/queries/memory-search";
import type { MemoryHit } from "@/lib/http/contract/memory";
import { parseQuery } from "@/lib/search/query";
import { snippetOf } from "@/lib/search/snippet";
import { type MemoryHome, requireHome, withMemory } from "./home";
import { entryTerms, numbersOf } from "./memory-terms";
import { readNote } from "./notes";
import { indexPassages } from "./notes-index";
import { syncMemory } from "./sync";

/** Of a memory from before there was an index, put into it at one search. */
const SLICE_ENTRIES = 2_000;
const SLICE_NOTES = 200;

/** Entries and daily notes that answer to any of the words, best first, by the same terms as messages. */
export async function findInMemory(actor: Actor, agentId: string, q: string, limit = 20): Promise<MemoryHit[]> {
  const { home } = await requireHome(actor, agentId);
  await syncMemory(home);
  const query = parseQuery(q, actor.timeZone);
  const terms = [...query.terms, ...query.days.map((day) => `d:${day}`)];
  if (terms.length === 0) return [];
  await indexWhatIsLeft(home);
  const db = await getDb();
  const sought = numbersOf(home, terms);
  const [entries, passages] = await Promise.all([
    entriesWith(db, home, sought, limit),
    passagesWith(db, home, sought, limit),
  ]);
  const wanted = { weights: new Map(terms.map((term) => [term, 1])), phrases: query.phrases };
  const hits: MemoryHit[] = [
    ...entries.map(({ id, title, body, score }) => {
      return { kind: "entry" as const, entry_id: id, title, snippet: snippetOf(body || title, wanted), score };
    }),
    ...passages.map(({ day, n, body, score }) => {
      return { kind: "note" as const, day, passage: n, snippet: snippetOf(body, wanted), score };
    }),
  ];
  return hits.sort((a, b) => b.score - a.score).slice(0, limit);
}

async function indexWhatIsLeft(home: MemoryHome): Promise<void> {
  const db = await getDb();
  const [entries, days] = await Promise.all([
    entriesWithoutTerms(db, home, SLICE_ENTRIES),
    daysWithoutPassages(db, home, SLICE_NOTES),
  ]);
  for (const entry of entries) await putEntryTerms(db, home, entry.id, entryTerms(home, entry));
  for (const day of days) {
    await withMemory(home, async (tx) => {
      const note = await readNote(home, day);
      if (note) await indexPassages(tx, home, day, note.text);
    });
  }
}
