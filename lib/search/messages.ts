import type { Actor } from "@/lib/auth/actor-type";
import { decodeCursor, encodeCursor } from "@/lib/auth/cursor";
import { type Db, getDb } from "@/lib/db/client";
import {
  countSearched,
  headsOf,
  type PlaceRow,
  postingsOf,
  readPlaces,
  type Scope,
} from "@/lib/db/queries/search-messages";
import { findSession } from "@/lib/db/queries/sessions";
import type { MessageRole } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import type { SearchHit, SearchPage } from "@/lib/http/contract/search";
import { spanOf } from "./calendar";
import { namesOfMoment } from "./dates";
import { fold } from "./fold";
import { hashTerm } from "./hash";
import { speakerTerms } from "./index-terms";
import { messageSalt, termsOfSpeaker } from "./message-terms";
import { findPhrase } from "./phrase";
import { parseQuery, type Query } from "./query";
import { Found, rarity } from "./rank";
import { snippetOf } from "./snippet";

export type MessageSearch = {
  q: string;
  sessionId?: string | undefined;
  agentId?: string | undefined;
  /** Times, or days of the person's. */
  from?: string | undefined;
  to?: string | undefined;
  role?: MessageRole | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** Rows of one term. */
const MOST_ROWS = 4_000;
/** How many candidates are looked at whole. */
const MOST_CANDIDATES = 300;
/** What is read of a message to show where it was found. */
const SNIPPET_RUNES = 20_000;
const PHRASE_RUNES = 100_000;
/** What a speaker or a day that the question names counts, of a word as rare. */
const SPEAKER = 1;
const DAY = 0.5;

/** The person's own messages that answer best to what they look for. The same for the API, the screens and the tools. */
export async function searchMessages(actor: Actor, search: MessageSearch): Promise<SearchPage> {
  const limit = search.limit ?? 20;
  const query = parseQuery(search.q, actor.timeZone);
  const db = await getDb();
  if (search.sessionId && !(await findSession(db, actor, search.sessionId)))
    throw new AppError("not_found", { kind: "session" });
  const cursorScope = JSON.stringify([
    actor.userId,
    actor.workspaceId,
    { ...search, cursor: undefined, limit: undefined },
  ]);
  const { offset, asOf } = placeIn(cursorScope, search.cursor);
  if (query.terms.length === 0 && query.days.length === 0)
    return { hits: [], next_cursor: null, reason: "nothing_to_search" };
  const scope = scopeOf(actor, query, search, search.cursor === undefined ? undefined : asOf);
  const ranked = await rank(db, actor, scope, query);
  const page = ranked.slice(offset, offset + limit);
  return {
    hits: await present(db, actor, scope, page, query),
    next_cursor:
      ranked.length > offset + limit ? encodeCursor("search", cursorScope, [offset + limit, asOf.getTime()]) : null,
  };
}

/** Cursors name how far down the ranking the page ended, and when it was made: what is written later changes no later page. */
function placeIn(cursorScope: string, cursor: string | undefined): { offset: number; asOf: Date } {
  if (cursor === undefined) return { offset: 0, asOf: new Date() };
  const [offset, asOf] = decodeCursor("search", cursorScope, cursor);
  if (typeof offset !== "number" || typeof asOf !== "number") throw new AppError("invalid_cursor", { path: "cursor" });
  return { offset, asOf: new Date(asOf) };
}

function momentOf(text: string, timeZone: string, edge: "from" | "to"): Date {
  return spanOf(text, timeZone)?.[edge] ?? new Date(text);
}

const later = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));
const earlier = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b));

/** `asOf`: of a later page, which leaves out what was written since the first. */
function scopeOf(actor: Actor, query: Query, search: MessageSearch, asOf: Date | undefined): Scope {
  const speaker = query.from;
  return {
    sessionId: search.sessionId,
    agentId: search.agentId,
    agentName: query.agent,
    titleWords: query.title,
    role: search.role ?? (speaker && "role" in speaker ? speaker.role : undefined),
    terms: speaker && "name" in speaker ? termsOfSpeaker(actor, speaker.name) : undefined,
    since: later(query.since, search.from === undefined ? undefined : momentOf(search.from, actor.timeZone, "from")),
    until: earlier(
      earlier(query.until, asOf),
      search.to === undefined ? undefined : momentOf(search.to, actor.timeZone, "to"),
    ),
  };
}

type Ranked = PlaceRow & { score: number };

async function rank(db: Db, actor: Actor, scope: Scope, query: Query): Promise<Ranked[]> {
  const salt = messageSalt(actor);
  const sought = [...query.terms, ...query.days.map((day) => `d:${day}`)];
  const terms = sought.map((term) => ({ term: hashTerm(salt, term) }));
  const [all, postings] = await Promise.all([
    countSearched(db, actor, scope.sessionId),
    postingsOf(db, actor, scope, terms, MOST_ROWS),
  ]);
  const having = sought.map(() => 0);
  for (const { term } of postings) having[term] = (having[term] ?? 0) + 1;
  const found = new Found(
    postings,
    having.map((rows) => rarity(rows, all)),
  );
  const candidates = found.candidates(MOST_CANDIDATES);
  const rows = await readPlaces(db, actor, scope, candidates, query.phrases.length > 0 ? PHRASE_RUNES : 0);
  const fields = fieldsOf(query, rows, all);
  const now = Date.now();
  return rows
    .filter((row) => query.phrases.length === 0 || hasPhrases(row, query.phrases))
    .map((row) => ({
      ...row,
      score: found.score(
        row.sessionId,
        row.seq,
        { at: row.createdAt.getTime(), asks: row.asks, fields: fields(row) },
        now,
      ),
    }))
    .sort((a, b) => b.score - a.score || b.createdAt.getTime() - a.createdAt.getTime() || b.seq - a.seq);
}

/** What it adds that the question names who said a message or when. */
function fieldsOf(query: Query, rows: readonly PlaceRow[], all: number): (row: PlaceRow) => number {
  const named = new Set(query.terms.map((term) => `by:${term}`));
  const days = new Set(query.days);
  const of = (row: PlaceRow) => [
    ...(row.name ? speakerTerms(row.name).filter((term) => named.has(term)) : []),
    ...namesOfMoment(row.createdAt).filter((day) => days.has(day)),
  ];
  const having = new Map<string, number>();
  for (const row of rows) for (const field of of(row)) having.set(field, (having.get(field) ?? 0) + 1);
  // As among the candidates, so among all.
  const share = (field: string) => ((having.get(field) ?? 0) / Math.max(1, rows.length)) * all;
  return (row) =>
    of(row).reduce((sum, field) => sum + (field.startsWith("by:") ? SPEAKER : DAY) * rarity(share(field), all), 0);
}

function hasPhrases(row: PlaceRow, phrases: readonly string[]): boolean {
  const folded = fold(row.text ?? "");
  return phrases.every((phrase) => findPhrase(folded, phrase) !== undefined);
}

async function present(
  db: Db,
  actor: Actor,
  scope: Scope,
  page: readonly Ranked[],
  query: Query,
): Promise<SearchHit[]> {
  const [texts, heads] = await Promise.all([
    readPlaces(db, actor, scope, page, SNIPPET_RUNES),
    headsOf(db, actor, [...new Set(page.map(({ sessionId }) => sessionId))]),
  ]);
  const textOf = new Map(texts.map((row) => [row.id, row.text ?? ""]));
  const wanted = {
    weights: new Map([...query.terms, ...query.days.map((day) => `d:${day}`)].map((term) => [term, 1])),
    phrases: query.phrases,
  };
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
