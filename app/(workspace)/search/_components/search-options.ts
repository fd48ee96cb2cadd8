import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api } from "@/app/_components/api-client";
import { queryKeys } from "@/app/_components/query-keys";
import type { SearchPage } from "@/lib/http/contract/search";
import { type Filters, queryOf } from "./filters";

export const HITS = 20;

/** What was found before stays until what is found now is there. */
export const searchOptions = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.search(filters),
    queryFn: ({ pageParam, signal }) =>
      api.get<SearchPage>("/chat/search", { ...queryOf(filters), limit: HITS, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    enabled: filters.q !== "",
    staleTime: 30_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
