import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "@/app/_components/api-client";
import { queryKeys } from "@/app/_components/query-keys";
import type { TurnPage } from "@/lib/http/contract/messages";

export const TURNS_PAGE = 50;
export const TURNS_PAGES = 5;

type TurnsAt = { cursor?: string; around?: string };

/**
 * The index of questions as the API has it, newest first: "next" is older. It opens at a message, or (null) at the
 * newest question; `q` filters it.
 */
export function turnsOptions(sessionId: string, q: string, around: string | null) {
  const initialPageParam: TurnsAt = around && q === "" ? { around } : {};
  return infiniteQueryOptions({
    queryKey: [...queryKeys.turns(sessionId, q), q === "" ? around : null],
    queryFn: ({ pageParam, signal }) =>
      api.get<TurnPage>(
        "/chat/history/turns",
        { session_id: sessionId, limit: TURNS_PAGE, q, ...pageParam },
        { signal },
      ),
    initialPageParam,
    getNextPageParam: (last: TurnPage): TurnsAt | null => (last.next_cursor ? { cursor: last.next_cursor } : null),
    getPreviousPageParam: (first: TurnPage): TurnsAt | null =>
      first.newer_cursor ? { cursor: first.newer_cursor } : null,
    maxPages: TURNS_PAGES,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}
