import type { Db } from "@/lib/db/client";
import { headsOf, type PlaceRow, readPlaces, type Scope } from "@/lib/db/queries/search-messages";
import type { Owner } from "@/lib/db/queries/sessions";
import type { SearchHit } from "@/lib/http/contract/search";
import { snippetOf, type Wanted } from "./snippet";

export type Ranked = PlaceRow & { score: number };

/** What is read of a message to show where it was found. */
const SNIPPET_RUNES = 20_000;

/** The hits of a page, with the passages that answer. Those that were deleted meanwhile are left out. */
export async function presentHits(
  db: Db,
  owner: Owner,
  scope: Scope,
  page: readonly Ranked[],
  wanted: Wanted,
): Promise<SearchHit[]> {
  const [texts, heads] = await Promise.all([
    readPlaces(db, owner, scope, page, SNIPPET_RUNES),
    headsOf(db, owner, [...new Set(page.map(({ sessionId }) => sessionId))]),
  ]);
  const textOf = new Map(texts.map((row) => [row.id, row.text ?? ""]));
  return page.flatMap((row) => {
    const head = heads.get(row.sessionId);
    const text = textOf.get(row.id);
    if (!head || text === undefined) return [];
    return {
      session_id: row.sessionId,
      session_title: head.title,
      agent_id: head.agentId,
      message_id: row.id,
      seq: row.seq,
      role: row.role,
      ...(row.name !== null && { name: row.name }),
      created_at: row.createdAt.toISOString(),
      snippet: snippetOf(text, wanted),
      score: Math.round(row.score * 1_000) / 1_000,
    };
  });
}
