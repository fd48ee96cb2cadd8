import type { QueryClient } from "@tanstack/react-query";
import type { Session, SessionChanges, SessionList } from "@/lib/http/contract/sessions";
import { api } from "./api-client";
import { queryKeys, type SessionFilters } from "./query-keys";
import {
  byActivity,
  type ListData,
  listOf,
  type PendingChange,
  reaches,
  sessionsIn,
  withHead,
  withoutSession,
  withSession,
} from "./session-list";

export const PAGE = 20;
/** The most that one call answers. */
const LARGEST_PAGE = 100;
export const SESSION_CHANGE_KEY = ["session-change"] as const;
export const SESSIONS_HEAD_KEY = ["sessions-head"] as const;
export const SESSIONS_BELOW_KEY = ["sessions-below"] as const;

/** What one tab tells the others. */
export type SessionNews = { kind: "put"; session: Session } | { kind: "removed"; id: string };

type Local = { writes: number; tell: ((news: SessionNews) => void) | null };
const locals = new WeakMap<QueryClient, Local>();
function local(client: QueryClient): Local {
  const known = locals.get(client) ?? { writes: 0, tell: null };
  locals.set(client, known);
  return known;
}

/** How this tab reaches the user's other tabs; null: there are none to reach. */
export function setSessionsChannel(client: QueryClient, tell: Local["tell"]): void {
  local(client).tell = tell;
}

export function fetchSessions(
  filters: SessionFilters,
  cursor: string | null,
  signal?: AbortSignal,
  limit = PAGE,
): Promise<SessionList> {
  return api.get<SessionList>("/chat/sessions", { ...filters, cursor, limit }, { signal });
}

function eachList(client: QueryClient, transform: (data: ListData, filters: SessionFilters) => ListData): void {
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.allSessions })) {
    const filters = query.queryKey[1] as SessionFilters;
    client.setQueryData<ListData>(query.queryKey, (data) => data && transform(data, filters));
  }
}

/** The session as any list, or the open conversation, knows it. */
export function knownSession(client: QueryClient, id: string): Session | undefined {
  const open = client.getQueryData<Session>(queryKeys.session(id));
  if (open) return open;
  for (const [, data] of client.getQueriesData<ListData>({ queryKey: queryKeys.allSessions })) {
    const found = data && sessionsIn(data).find((session) => session.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Takes news into every list, from here or from another tab. */
export function takeNews(client: QueryClient, news: SessionNews): void {
  local(client).writes += 1;
  if (news.kind === "removed") {
    eachList(client, (data) => withoutSession(data, news.id));
    client.removeQueries({ queryKey: queryKeys.session(news.id) });
    return;
  }
  eachList(client, (data, filters) => withSession(data, filters, news.session));
  client.setQueryData<Session>(queryKeys.session(news.session.id), (open) => open && news.session);
}

function tellAll(client: QueryClient, news: SessionNews): void {
  takeNews(client, news);
  local(client).tell?.(news);
}

/** A session as the server has just answered it: every list, the open conversation and the other tabs follow. */
export function putSession(client: QueryClient, session: Session): void {
  tellAll(client, { kind: "put", session });
}

/**
 * What a conversation's screen learnt about it: a run began or ended (`active_run_id`), a title came. A run moves it
 * to the top; one that no list knows yet is put there, and its first page is read again for what the screen cannot know.
 */
export function touchSession(client: QueryClient, news: Partial<Session> & { id: string }): void {
  const known = knownSession(client, news.id);
  const now = new Date().toISOString();
  const blank: Session = {
    id: news.id,
    title: "",
    agent_id: null,
    model: null,
    last_seq: 0,
    verbatim_since_seq: 1,
    summary_version: 0,
    pinned: false,
    archived: false,
    forked_from: null,
    active_run_id: null,
    created_at: now,
    updated_at: now,
  };
  const isActivity = news.active_run_id !== undefined || !known;
  const session = { ...blank, ...known, ...news };
  if (isActivity && news.updated_at === undefined) session.updated_at = topTime(client, now);
  putSession(client, session);
  if (isActivity) void client.invalidateQueries({ queryKey: SESSIONS_HEAD_KEY });
}

/** A time that stands above all that is listed, also where this device's clock is behind the server's. */
function topTime(client: QueryClient, now: string): string {
  let top = now;
  for (const [, data] of client.getQueriesData<ListData>({ queryKey: queryKeys.allSessions })) {
    const first = data && sessionsIn(data)[0];
    if (first && Date.parse(first.updated_at) > Date.parse(top)) top = first.updated_at;
  }
  return top;
}

/**
 * Sends a change of the person's. Until it is answered it is one of the pending changes that lists replay on top of
 * what the server said, so that no refetch undoes it; changes of one session go out in the order they were made.
 */
export async function changeSession(client: QueryClient, session: Session, changes: SessionChanges): Promise<void> {
  await send(client, { kind: "update", session, changes }, async () => {
    const answer = await api.patch<Session>(`/chat/sessions/${session.id}`, changes);
    await client.cancelQueries({ queryKey: queryKeys.allSessions });
    loadCancelled(client);
    // A run that began or ended meanwhile is newer than the answer; all else in it is the newest.
    const known = knownSession(client, session.id);
    const newer = known && byActivity(known, answer) < 0;
    const { updated_at, active_run_id, last_seq } = newer ? known : answer;
    putSession(client, { ...answer, updated_at, active_run_id, last_seq });
  });
}

/** A list whose first page was on its way when it was cancelled has nothing to show: it begins again. */
function loadCancelled(client: QueryClient): void {
  void client.refetchQueries({
    queryKey: queryKeys.allSessions,
    type: "active",
    predicate: (query) => query.state.data === undefined,
  });
}

/** Deletes the session with all its messages. */
export async function deleteSession(client: QueryClient, session: Session): Promise<void> {
  await send(client, { kind: "remove", session }, async () => {
    await api.delete(`/chat/sessions/${session.id}`);
    await client.cancelQueries({ queryKey: queryKeys.allSessions });
    loadCancelled(client);
    tellAll(client, { kind: "removed", id: session.id });
  });
}

function send(client: QueryClient, change: PendingChange, run: () => Promise<void>): Promise<void> {
  return client
    .getMutationCache()
    .build<void, Error, PendingChange, unknown>(client, {
      mutationKey: SESSION_CHANGE_KEY,
      scope: { id: `session ${change.session.id}` },
      // Without a connection it fails at once and says so, rather than waiting unseen.
      networkMode: "always",
      mutationFn: run,
    })
    .execute(change);
}

/** Reads the first page again and merges it in. What was written here meanwhile is newer than what came: then once more. */
export async function refreshHead(client: QueryClient, filters: SessionFilters, signal: AbortSignal): Promise<void> {
  for (;;) {
    const before = local(client).writes;
    const head = await fetchSessions(filters, null, signal);
    if (local(client).writes !== before) continue;
    client.setQueryData<ListData>(queryKeys.sessions(filters), (data) => data && withHead(data, head));
    return;
  }
}

/**
 * Reads again all that is loaded of every list on screen that reaches below its first page: a conversation that was
 * renamed, archived or deleted elsewhere is not at the top of anything.
 */
export async function refreshBelow(client: QueryClient, signal: AbortSignal): Promise<void> {
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.allSessions, type: "active" })) {
    await refreshWhole(client, query.queryKey[1] as SessionFilters, signal);
  }
}

const TRIES = 3;

async function refreshWhole(client: QueryClient, filters: SessionFilters, signal: AbortSignal): Promise<void> {
  const key = queryKeys.sessions(filters);
  for (let tries = 0; tries < TRIES; tries++) {
    const data = client.getQueryData<ListData>(key);
    // The first page of the usual lists is read often enough.
    if (!data || (filters.pinned !== undefined && data.pages.length < 2)) return;
    const before = local(client).writes;
    const pages = await readDownTo(data, filters, signal);
    // What was written here meanwhile is newer than what came, and more may have been loaded.
    const isOld = local(client).writes !== before || client.getQueryData<ListData>(key) !== data;
    if (isOld || client.isFetching({ queryKey: key, exact: true }) > 0) continue;
    client.setQueryData<ListData>(key, listOf(pages));
    return;
  }
}

async function readDownTo(data: ListData, filters: SessionFilters, signal: AbortSignal): Promise<SessionList[]> {
  const limit = Math.min(LARGEST_PAGE, Math.max(PAGE, sessionsIn(data).length));
  const pages: SessionList[] = [];
  do {
    pages.push(await fetchSessions(filters, pages.at(-1)?.next_cursor ?? null, signal, limit));
  } while (!reaches(pages, data));
  return pages;
}
