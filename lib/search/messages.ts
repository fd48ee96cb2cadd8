import type { Actor } from "@/lib/auth/actor-type";
import { decodeCursor, encodeCursor } from "@/lib/auth/cursor";
import { type Db, getDb } from "@/lib/db/client";
import { newestPlaces, type PlaceRow, readPlaces, type Scope } from "@/lib/db/queries/search-messages";
import { findSession } from "@/lib/db/queries/sessions";
import type { MessageRole } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";
import type { SearchPage } from "@/lib/http/contract/search";
import { spanOf } from "./calendar";
import { namesOfMoment } from "./dates";
import { findPostings } from "./find";
import { fold } from "./fold";
import { frequenciesOf } from "./frequencies";
import { hashTerm } from "./hash";
import { speakerTerms } from "./index-terms";
import { messageSalt, termsOfSpeaker } from "./message-terms";
import { findPhrase } from "./phrase";
import { presentHits, type Ranked } from "./present";
import { parseQuery, type Query, termsOfQuestion } from "./query";
import { Found, rarity } from "./rank";
import { wordsInPlaceOf } from "./similar";
import type { Wanted } from "./snippet";
import { asksOnly, stemOf } from "./words";

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

/** How many candidates are looked at whole: what is learnt of them then can change their order. */
const MOST_CANDIDATES = 100;
/** Of a first page, where the question names no speaker and no day, and little can change. */
const FEWER_CANDIDATES = 40;
const FIRST_PAGE = 20;
const NEWEST_LOOKED_AT = 3_000;
/** What is read of each at first, and where a phrase must be in it. */
const HEAD_RUNES = 1_000;
const PHRASE_RUNES = 100_000;
/** What it counts that a message is of the speaker that the question names; of the day, of a word as rare. */
const SPEAKER = 2.5;
const DAY = 1;
/** What the name of somebody who speaks counts as a word: mostly it is the other who says it. */
const SPEAKERS_NAME = 0.25;
/** What a word counts that people put a question with. */
const ASKED_WITH = 0.3;
/** What a similar word counts in place of one that no message has. */
const SIMILAR = 0.7;
const MOST_CORRECTED = 3;

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
  if (asksNothing(query)) return { hits: [], next_cursor: null, reason: "nothing_to_search" };
  const scope = scopeOf(actor, query, search, search.cursor === undefined ? undefined : asOf);
  const { ranked, found, wanted } = await rank(db, actor, scope, query, offset + limit);
  const page = ranked.slice(offset, offset + limit);
  return {
    hits: await presentHits(db, actor, scope, page, wanted),
    next_cursor:
      ranked.length > offset + limit ? encodeCursor("search", cursorScope, [offset + limit, asOf.getTime()]) : null,
    ...found,
  };
}

const asksNothing = (query: Query) => query.terms.length === 0 && query.days.length === 0 && !filters(query);
const filters = ({ from, agent, title, since, until }: Query) =>
  [from, agent, title, since, until].some((given) => given !== undefined);

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

/** What came of a search besides its hits. */
type Told = Pick<SearchPage, "reason" | "corrected">;
type Outcome = { ranked: Ranked[]; found: Told; wanted: Wanted };

async function rank(db: Db, actor: Actor, scope: Scope, query: Query, depth: number): Promise<Outcome> {
  if (query.terms.length === 0 && query.days.length === 0) return await newestOf(db, actor, scope);
  if (query.phrases.length > 0) {
    const strict = await rankWords(db, actor, scope, query, depth);
    if (strict.ranked.length > 0) return strict;
    const loose = await rankWords(db, actor, scope, { ...query, phrases: [] }, depth);
    return { ...loose, found: { ...loose.found, ...(loose.ranked.length > 0 && { reason: "phrase_not_found" }) } };
  }
  return await rankWords(db, actor, scope, query, depth);
}

/** Where only filters are given: what they leave, newest first. */
async function newestOf(db: Db, actor: Actor, scope: Scope): Promise<Outcome> {
  const places = await newestPlaces(db, actor, scope, NEWEST_LOOKED_AT, MOST_CANDIDATES);
  const rows = await readPlaces(db, actor, scope, places, HEAD_RUNES);
  const ranked = rows.map((row) => ({ ...row, score: 0 })).sort(best);
  return { ranked, found: {}, wanted: { weights: new Map(), phrases: [] } };
}

/** A word that is looked for: what it was in the question, and the terms that will do. */
type Word = { asked: string; terms: string[]; weight: number };

async function rankWords(db: Db, actor: Actor, given: Scope, query: Query, depth: number): Promise<Outcome> {
  const salt = messageSalt(actor);
  const numbers = (terms: readonly string[]) => terms.map((term) => hashTerm(salt, term));
  const scope = {
    ...given,
    terms: [...(given.terms ?? []), ...numbers(query.phrases.flatMap((phrase) => termsOfQuestion(fold(phrase))))],
  };
  const frequencies = await frequenciesOf(db, actor, scope.sessionId);
  const words: Word[] = [...query.terms, ...query.days.map((day) => `d:${day}`)].map((term) => ({
    asked: term,
    terms: [term],
    weight: 1,
  }));
  const find = (some: readonly Word[]) =>
    findPostings(
      db,
      actor,
      scope,
      some.map(({ terms }) => ({ terms: numbers(terms) })),
      frequencies,
    );
  let { postings, having } = await find(words);
  const corrected = await correct(db, actor, query, words, having);
  if (corrected.length > 0) ({ postings, having } = await find(words));
  const speakers = new Set(
    [...new Set(postings.map(({ name }) => name))].flatMap((name) => (name ? speakerTerms(name) : [])),
  );
  const found = new Found(
    postings,
    words.map(({ weight, asked }, i) => {
      const worth = speakers.has(`by:${asked}`) ? SPEAKERS_NAME : asksOnly(asked) ? ASKED_WITH : 1;
      return worth * weight * rarity(having[i] ?? 0, frequencies.all);
    }),
  );
  const runes = query.phrases.length > 0 ? PHRASE_RUNES : HEAD_RUNES;
  const named = query.days.length > 0 || query.terms.some((term) => speakers.has(`by:${term}`));
  const isPlain = !named && query.phrases.length === 0 && depth <= FIRST_PAGE;
  const candidates = found.candidates(isPlain ? FEWER_CANDIDATES : MOST_CANDIDATES);
  const rows = await readPlaces(db, actor, scope, candidates, runes);
  const fields = fieldsOf(query, rows, frequencies.all);
  const now = Date.now();
  const ranked = rows
    .filter((row) => hasPhrases(row, query.phrases))
    .map((row) => ({
      ...row,
      score: found.score(row, { at: row.createdAt.getTime(), asks: row.asks, fields: fields(row) }, now),
    }))
    .sort(best);
  const weights = new Map(words.flatMap(({ terms }, i) => terms.map((term) => [term, found.weightOf(i)] as const)));
  return { ranked, found: corrected.length > 0 ? { corrected } : {}, wanted: { weights, phrases: query.phrases } };
}

const best = (a: Ranked, b: Ranked) =>
  b.score - a.score || b.createdAt.getTime() - a.createdAt.getTime() || b.seq - a.seq;

/** Puts similar words in place of those that no message has. Answers which. */
async function correct(db: Db, actor: Actor, query: Query, words: Word[], having: readonly number[]) {
  const corrected: NonNullable<SearchPage["corrected"]> = [];
  for (const [i, word] of words.entries()) {
    const typed = query.surface.get(word.asked);
    if (having[i] !== 0 || typed === undefined || corrected.length >= MOST_CORRECTED) continue;
    const instead = await wordsInPlaceOf(db, actor, typed, { unfinished: query.unfinished === typed });
    if (instead.length === 0) continue;
    word.terms = [...new Set(instead.map((other) => `w:${stemOf(other)}`))];
    word.weight = SIMILAR;
    corrected.push({ word: typed, instead });
  }
  return corrected;
}

/** What it adds that the question names who said a message or when. */
function fieldsOf(query: Query, rows: readonly PlaceRow[], all: number): (row: PlaceRow) => number {
  const named = new Set(query.terms.map((term) => `by:${term}`));
  const days = new Set(query.days);
  const daysOf = (row: PlaceRow) => namesOfMoment(row.createdAt).filter((day) => days.has(day));
  const having = new Map<string, number>();
  for (const row of rows) for (const day of daysOf(row)) having.set(day, (having.get(day) ?? 0) + 1);
  // As among the candidates, so among all.
  const worth = (day: string) => DAY * rarity(((having.get(day) ?? 0) / Math.max(1, rows.length)) * all, all);
  return (row) =>
    (row.name && speakerTerms(row.name).some((term) => named.has(term)) ? SPEAKER : 0) +
    daysOf(row).reduce((sum, day) => sum + worth(day), 0);
}

function hasPhrases(row: PlaceRow, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const folded = fold(row.text);
  return phrases.every((phrase) => findPhrase(folded, phrase) !== undefined);
}
