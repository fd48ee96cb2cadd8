import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "@/app/_components/api-client";
import type { EntryList } from "@/lib/http/contract/memory";

export type EntryFilters = { q: string; kind: string; tag: string; show: "all" | "pinned" | "problem" };
export const ALL: EntryFilters = { q: "", kind: "", tag: "", show: "all" };

const TYPING_PAUSE_MS = 180;
const same = (a: EntryFilters, b: EntryFilters) => JSON.stringify(a) === JSON.stringify(b);

/** The entries that the filters leave, in pages; the first page without a filter came with the document. */
export function useEntries(agentId: string, filters: EntryFilters, first: EntryList, readAt: number) {
  const [paused, setPaused] = useState(filters);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(filters), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [filters]);
  const { q, kind, tag, show } = paused;
  return useInfiniteQuery({
    // A page that was rendered anew, after a change, begins the list anew.
    queryKey: ["memory-entries", agentId, paused, readAt],
    queryFn: ({ pageParam, signal }) =>
      api.get<EntryList>(
        `/agents/${agentId}/memory/entries`,
        { q: q.trim(), kind, tag, cursor: pageParam, ...(show !== "all" && { [show]: true }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    ...(same(paused, ALL) && { initialData: { pages: [first], pageParams: [null] }, initialDataUpdatedAt: readAt }),
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
}
