import type { SearchHit } from "@/lib/http/contract/search";

export type HitGroup = { session: string; title: string; agentId: string | null; hits: SearchHit[]; more: boolean };

/** Shown of one conversation, while others are searched too. */
export const MOST_OF_ONE = 3;

/**
 * The hits by conversation, the best first. A conversation shows what the page has that it first came with, so that
 * nothing grows above the reader's eyes when more pages come; that there is more of it, it says. `all`: nothing is left
 * out, where there is one conversation only.
 */
export function groupHits(pages: readonly (readonly SearchHit[])[], all = false): HitGroup[] {
  const groups = new Map<string, HitGroup & { page: number }>();
  for (const [page, hits] of pages.entries()) {
    for (const hit of hits) {
      const group = groups.get(hit.session_id);
      if (!group) {
        const { session_id: session, session_title: title, agent_id: agentId } = hit;
        groups.set(session, { session, title, agentId, hits: [hit], more: false, page });
      } else if (group.page === page && (all || group.hits.length < MOST_OF_ONE)) group.hits.push(hit);
      else group.more = true;
    }
  }
  return [...groups.values()].map(({ page: _, ...group }) => group);
}
