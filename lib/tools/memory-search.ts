import { z } from "zod";
import { findInMemory } from "@/lib/memory/search";
import { plain } from "./conversation-search";
import { badInput } from "./failure";
import { atMost, whole } from "./input";
import { entryLink, noteLink } from "./links";
import { agentOf } from "./own-agent";
import { defineTool } from "./tool";

const USUAL_HITS = 8;
const MOST_HITS = 30;
const LONGEST_QUERY = 1_000;

export const memorySearch = defineTool({
  name: "memory_search",
  description: "Search your memory of this person: entries, and daily notes.",
  input: z.object({ query: z.string(), limit: whole().optional() }),
  hasEffect: false,
  needsAgent: true,
  timeoutMs: 15_000,
  async run(scope, { query, limit }) {
    if (!/[\p{L}\p{N}]/u.test(query)) throw badInput("There is nothing to search for in this query.");
    const agentId = agentOf(scope);
    const most = atMost(limit, USUAL_HITS, MOST_HITS);
    const hits = await findInMemory(scope.actor, agentId, query.slice(0, LONGEST_QUERY), most);
    return {
      entries: hits.flatMap((hit) =>
        hit.kind === "entry"
          ? [
              {
                ...{ entry_id: hit.entry_id, title: hit.title, text: plain(hit.snippet) },
                link: entryLink(agentId, hit.entry_id),
              },
            ]
          : [],
      ),
      notes: hits.flatMap((hit) =>
        hit.kind === "note" ? [{ day: hit.day, text: plain(hit.snippet), link: noteLink(agentId, hit.day) }] : [],
      ),
    };
  },
});
