import { z } from "zod";
import type { EntrySummary } from "@/lib/http/contract/memory";
import { searchMemory } from "@/lib/memory/entry-list";
import { badInput } from "./failure";
import { atMost, whole } from "./input";
import { entryLink } from "./links";
import { agentOf } from "./own-agent";
import { defineTool, type ToolScope } from "./tool";
import { whenIn } from "./when";

const USUAL_HITS = 8;
const MOST_HITS = 30;
const LONGEST_QUERY = 1_000;
const MOST_WORDS = 10;

export const memorySearch = defineTool({
  name: "memory_search",
  description: "Search the entries of your memory of this person.",
  input: z.object({ query: z.string(), limit: whole().optional() }),
  hasEffect: false,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope, { query, limit }) {
    if (!/[\p{L}\p{N}]/u.test(query)) throw badInput("There is nothing to search for in this query.");
    const hits = await search(scope, query.slice(0, LONGEST_QUERY), atMost(limit, USUAL_HITS, MOST_HITS));
    return {
      entries: hits.map(({ id, title, kind, preview, updated_at }) => ({
        ...{ entry_id: id, title, kind, text: preview, updated: whenIn(scope.actor.timeZone, new Date(updated_at)) },
        link: entryLink(agentOf(scope), id),
      })),
    };
  },
});

/** Those with all words of the query; where there are none, those with some, the most of them first. */
async function search(scope: ToolScope, query: string, limit: number): Promise<EntrySummary[]> {
  const agentId = agentOf(scope);
  const all = await searchMemory(scope.actor, agentId, query, limit);
  if (all.length > 0) return all;
  const found = new Map<string, { hit: EntrySummary; weight: number }>();
  for (const word of wordsIn(query)) {
    const hits = await searchMemory(scope.actor, agentId, word, MOST_HITS);
    // A word that many entries have says little.
    const weight = word.length / (1 + hits.length);
    for (const hit of hits) found.set(hit.id, { hit, weight: weight + (found.get(hit.id)?.weight ?? 0) });
  }
  return [...found.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ hit }) => hit);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The longest words, and pairs of characters where nothing sets words apart: short ones carry little. */
export function wordsIn(query: string): string[] {
  const runs =
    query.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[^\P{L}\p{Script=Han}]+|\p{N}+/gu) ?? [];
  const words = runs.flatMap((run) =>
    UNSPACED.test(run) ? pairs(run) : run.length > 2 || /\p{N}/u.test(run) ? [run] : [],
  );
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
}

const pairs = (run: string) =>
  run.length < 3 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
