import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "@/app/_components/api-client";
import { queryKeys } from "@/app/_components/query-keys";
import type { HistoryPage } from "@/lib/http/contract/messages";
import {
  MAX_PAGES,
  neighbour,
  PAGE_SIZE,
  sideOf,
  toWindowPage,
  type WindowPage,
  type WindowParam,
} from "./window-page";

/**
 * The window over a conversation: at the live edge, or around a message it was led to. It never goes stale and nobody
 * invalidates it; new messages come in by setQueryData. Read query-core's infiniteQueryBehavior before changing this.
 */
export function windowOptions(sessionId: string, around: string | null) {
  const initialPageParam: WindowParam = around ? { at: "around", id: around } : { at: "latest" };
  return infiniteQueryOptions({
    queryKey: queryKeys.history(sessionId, around ?? undefined),
    queryFn: ({ pageParam, signal }) => fetchWindowPage(sessionId, pageParam, signal),
    initialPageParam,
    getPreviousPageParam: (first: WindowPage) => neighbour(first.older, "older"),
    getNextPageParam: (last: WindowPage) => neighbour(last.newer, "newer"),
    maxPages: MAX_PAGES,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

export async function fetchLatest(sessionId: string, signal?: AbortSignal): Promise<HistoryPage> {
  return api.get<HistoryPage>("/chat/history", { session_id: sessionId, limit: PAGE_SIZE }, signal && { signal });
}

async function fetchWindowPage(sessionId: string, param: WindowParam, signal: AbortSignal): Promise<WindowPage> {
  const read = async (query: Record<string, string | number>) =>
    toWindowPage(await api.get<HistoryPage>("/chat/history", { session_id: sessionId, ...query }, { signal }));
  switch (param.at) {
    case "latest":
      return read({ limit: PAGE_SIZE });
    case "around":
      return read({ limit: PAGE_SIZE, around: param.id });
    case "cursor":
      return read({ limit: PAGE_SIZE, cursor: param.cursor });
    case "beside":
      return sideOf(await read({ limit: 2 * PAGE_SIZE, around: param.id }), param.id, param.side);
    case "from":
      return sideOf(await read({ limit: 2 * PAGE_SIZE, around: param.id }), param.id, "from");
  }
}
