import { z } from "zod";
import { searchMemory } from "@/lib/memory/entry-list";
import { badInput } from "./failure";
import { atMost, whole } from "./input";
import { entryLink } from "./links";
import { agentOf } from "./own-agent";
import { defineTool } from "./tool";
import { whenIn } from "./when";

const USUAL_HITS = 8;
const MOST_HITS = 30;
const LONGEST_QUERY = 1_000;

export const memorySearch = defineTool({
  name: "memory_search",
  description: "Search your memory of this person: entries and daily notes.",
  input: z.object({ query: z.string(), limit: whole().optional() }),
  hasEffect: false,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope, { query, limit }) {
    const agentId = agentOf(scope);
    if (!/[\p{L}\p{N}]/u.test(query)) throw badInput("There is nothing to search for in this query.");
    const hits = await searchMemory(
      scope.actor,
      agentId,
      query.slice(0, LONGEST_QUERY),
      atMost(limit, USUAL_HITS, MOST_HITS),
    );
    return {
      entries: hits.map(({ id, title, kind, preview, updated_at }) => ({
        ...{ entry_id: id, title, kind, text: preview, updated: whenIn(scope.actor.timeZone, new Date(updated_at)) },
        link: entryLink(agentId, id),
      })),
    };
  },
});
