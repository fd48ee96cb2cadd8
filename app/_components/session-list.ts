import type { InfiniteData } from "@tanstack/react-query";
import type { Session, SessionChanges, SessionList } from "@/lib/http/contract/sessions";
import type { SessionFilters } from "./query-keys";

// Pure transforms of a cached list of conversations: newest activity first, in pages, of which only the first so many
// are loaded. None of them keeps a session twice.

export type ListData = InfiniteData<SessionList>;

/** A change that is on its way to the server. `session` is how it stood when the person made the change. */
export type PendingChange =
  | { kind: "update"; session: Session; changes: SessionChanges }
  | { kind: "remove"; session: Session };

/** Whether the list with these filters shows it; the words are matched as the server does. */
export function belongs(filters: SessionFilters, session: Session): boolean {
  if (session.archived !== filters.archived) return false;
  if (filters.pinned !== undefined && session.pinned !== filters.pinned) return false;
  const title = session.title.toLowerCase();
  return filters.q
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => title.includes(word));
}

/** Negative where `a` stands above `b`. */
export function byActivity(a: Pick<Session, "id" | "updated_at">, b: Pick<Session, "id" | "updated_at">): number {
  const byTime = Date.parse(b.updated_at) - Date.parse(a.updated_at);
  if (byTime !== 0) return byTime;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

export function sessionsIn(data: ListData): Session[] {
  const seen = new Set<string>();
  return data.pages.flatMap(({ sessions }) =>
    sessions.filter(({ id }) => {
      const first = !seen.has(id);
      seen.add(id);
      return first;
    }),
  );
}

export function withoutSession(data: ListData, id: string): ListData {
  if (!data.pages.some(({ sessions }) => sessions.some((session) => session.id === id))) return data;
  const pages = data.pages.map((page) => ({ ...page, sessions: page.sessions.filter((session) => session.id !== id) }));
  return { ...data, pages };
}

/** The list with the session as it is now: at its place, or out where it does not belong or is not loaded yet. */
export function withSession(data: ListData, filters: SessionFilters, session: Session): ListData {
  const rest = withoutSession(data, session.id);
  if (!belongs(filters, session)) return rest;
  const pages = [...rest.pages];
  for (const [index, page] of pages.entries()) {
    const at = page.sessions.findIndex((other) => byActivity(session, other) < 0);
    if (at === -1) continue;
    pages[index] = { ...page, sessions: page.sessions.toSpliced(at, 0, session) };
    return { ...rest, pages };
  }
  const last = pages.at(-1);
  if (!last || last.next_cursor !== null) return rest;
  pages[pages.length - 1] = { ...last, sessions: [...last.sessions, session] };
  return { ...rest, pages };
}

/** What the person sees: the list as the server last told it, with their own changes on top, in their order. */
export function replay(data: ListData, filters: SessionFilters, pending: readonly PendingChange[]): ListData {
  let result = data;
  for (const change of pending) {
    const { id } = change.session;
    if (change.kind === "remove") {
      result = withoutSession(result, id);
      continue;
    }
    const current = sessionsIn(result).find((session) => session.id === id) ?? change.session;
    result = withSession(result, filters, changed(current, change.changes));
  }
  return result;
}

export function changed(session: Session, { title, pinned, archived, model }: SessionChanges): Session {
  return {
    ...session,
    ...(title !== undefined && { title }),
    ...(pinned !== undefined && { pinned }),
    ...(archived !== undefined && { archived }),
    ...(model !== undefined && { model }),
  };
}

/**
 * The list after its first page was read again. Sessions only ever move up, so below the new page all that is loaded
 * still stands, unless more happened elsewhere than a page holds: then the list starts anew.
 */
export function withHead(data: ListData, head: SessionList): ListData {
  const end = head.sessions.at(-1);
  const top = data.pages.find(({ sessions }) => sessions.length > 0)?.sessions[0];
  const isWhole = head.next_cursor === null || !end;
  const leavesGap = !isWhole && top !== undefined && byActivity(end, top) < 0;
  if (isWhole || leavesGap || data.pages.length === 0) return { pages: [head], pageParams: [null] };

  const fresh = new Set(head.sessions.map(({ id }) => id));
  const below = data.pages.map((page) => ({
    ...page,
    sessions: page.sessions.filter((session) => !fresh.has(session.id) && byActivity(session, end) > 0),
  }));
  const [first, ...others] = below;
  const cursor = data.pages[0]?.next_cursor ?? null;
  // A first page that was the whole list has grown past its end: what follows is where the new page says.
  const firstPage: SessionList = {
    sessions: [...head.sessions, ...(first?.sessions ?? [])],
    next_cursor: cursor ?? (first?.sessions.length ? null : head.next_cursor),
  };
  return { ...data, pages: [firstPage, ...others] };
}

/** Whether pages that were read anew reach down to where the list was loaded, or to its end. */
export function reaches(pages: readonly SessionList[], data: ListData): boolean {
  const last = pages.at(-1);
  if (last?.next_cursor === null) return true;
  const bottom = sessionsIn(data).at(-1);
  if (!bottom) return pages.length > 0;
  const lowest = pages.findLast(({ sessions }) => sessions.length > 0)?.sessions.at(-1);
  return lowest !== undefined && byActivity(bottom, lowest) <= 0;
}

/** A list of pages that were read one after the other. */
export function listOf(pages: readonly SessionList[]): ListData {
  return { pages: [...pages], pageParams: pages.map((_, index) => pages[index - 1]?.next_cursor ?? null) };
}
