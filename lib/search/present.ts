import type { Db } from "@/lib/db/client";
import { type PlaceRow, readPlaces, type Scope } from "@/lib/db/queries/search-messages";
import type { Owner } from "@/lib/db/queries/sessions";
import type { SearchHit } from "@/lib/http/contract/search";
import { snippetOf, type Wanted } from "./snippet";

export type Ranked = PlaceRow & { score: number };

/** What is read of a long message to show where it was found. */
const SNIPPET_RUNES = 20_000;

/** The hits of a page, with the passages that answer. */
export async function presentHits(
  db: Db,
  owner: Owner,
  scope: Scope,
  page: readonly Ranked[],
  wanted: Wanted,
): Promise<SearchHit[]> {
  const long = page.filter(({ isLonger, text }) => isLonger && text.length < SNIPPET_RUNES);
  const texts = new Map((await readPlaces(db, owner, scope, long, SNIPPET_RUNES)).map(({ id, text }) => [id, text]));
  return page.map((row) => ({
    session_id: row.sessionId,
    session_title: row.title,
    agent_id: row.agentId,
    message_id: row.id,
    seq: row.seq,
    role: row.role,
    ...(row.name !== null && { name: row.name }),
    created_at: row.createdAt.toISOString(),
    snippet: snippetOf(texts.get(row.id) ?? row.text, wanted),
    score: Math.round(row.score * 1_000) / 1_000,
  }));
}
