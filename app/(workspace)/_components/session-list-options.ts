import { infiniteQueryOptions } from "@tanstack/react-query";
import { queryKeys, type SessionFilters } from "@/app/_components/query-keys";
import { fetchSessions } from "@/app/_components/sessions-cache";

export const pinnedList: SessionFilters = { q: "", archived: false, pinned: true };
export const recentList: SessionFilters = { q: "", archived: false, pinned: false };
export const archivedList: SessionFilters = { q: "", archived: true };
export const searchList = (q: string, archived: boolean): SessionFilters => ({ q, archived });

/**
 * Nothing goes stale by time: what happens elsewhere is merged in from the first page, what happens here at once. Only
 * lists that come and go, of an archive or a search, are read again each time they are opened.
 */
export const sessionListOptions = (filters: SessionFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.sessions(filters),
    queryFn: ({ pageParam, signal }) => fetchSessions(filters, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: filters.pinned === undefined ? "always" : true,
  });
