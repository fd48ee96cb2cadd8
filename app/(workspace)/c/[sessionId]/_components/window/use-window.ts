import { type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { queryKeys } from "@/app/_components/query-keys";
import type { HistoryPage } from "@/lib/http/contract/messages";
import { fetchLatest, windowOptions } from "./window-options";
import {
  atLiveEdge,
  messagesOf,
  singlePage,
  toWindowPage,
  type WindowData,
  type WindowPage,
  type WindowParam,
} from "./window-page";

/** The page that came with the document; `readAt`: when the server read it. */
export type FirstPage = { page: WindowPage; around: string | null; readAt: number };

function seed(client: QueryClient, sessionId: string, { page, around, readAt }: FirstPage): void {
  const param: WindowParam = around ? { at: "around", id: around } : { at: "latest" };
  client.setQueryData<WindowData>(
    queryKeys.history(sessionId, around ?? undefined),
    { pages: [page], pageParams: [param] },
    { updatedAt: readAt },
  );
}

/**
 * The window over one conversation. There is one at a time: at the live edge (`around` null), or where the reader was
 * led. Going elsewhere replaces it, so that no stale stretch of the conversation is kept.
 */
export function useConversationWindow(sessionId: string, first: FirstPage) {
  const client = useQueryClient();
  // Once, before anything reads it: a later render of the page by the server (another language, say) must not take the
  // reader's place away, which a HydrationBoundary would do.
  useState(() => seed(client, sessionId, first));
  const initialAround = first.around;
  const [around, setAround] = useState(initialAround);
  const query = useInfiniteQuery(windowOptions(sessionId, around));
  const { data, fetchNextPage, fetchPreviousPage, isFetching } = query;
  const key = useMemo(() => queryKeys.history(sessionId, around ?? undefined), [sessionId, around]);

  const read = useCallback(() => client.getQueryData<WindowData>(key), [client, key]);
  const change = useCallback(
    (transform: (data: WindowData) => WindowData) => {
      const old = client.getQueryData<WindowData>(key);
      const now = old && transform(old);
      if (!now || now === old) return;
      // A page that is being read will be put to the messages as they were when it was asked for, and undo this.
      void client.cancelQueries({ queryKey: key, exact: true });
      client.setQueryData<WindowData>(key, now);
    },
    [client, key],
  );

  /** Reads the page on that side, unless one is being read. */
  const load = useCallback(
    (side: "older" | "newer") => {
      if (isFetching) return;
      const options = { cancelRefetch: false };
      void (side === "older" ? fetchPreviousPage(options) : fetchNextPage(options));
    },
    [fetchNextPage, fetchPreviousPage, isFetching],
  );

  /** Rejects, and stays where it is, when the message is not there any more. */
  const goTo = useCallback(
    async (messageId: string) => {
      client.removeQueries({ queryKey: queryKeys.history(sessionId, messageId), type: "inactive" });
      await client.infiniteQuery({ ...windowOptions(sessionId, messageId), retry: false });
      setAround(messageId);
    },
    [client, sessionId],
  );

  /** Shows this page, just read, as the newest. */
  const showLatest = useCallback(
    (page: HistoryPage) => {
      const live = queryKeys.history(sessionId);
      void client.cancelQueries({ queryKey: live });
      client.setQueryData<WindowData>(live, singlePage(toWindowPage(page)));
      setAround(null);
    },
    [client, sessionId],
  );
  const goToLatest = useCallback(async () => {
    const page = await fetchLatest(sessionId);
    showLatest(page);
    return page;
  }, [sessionId, showLatest]);

  const messages = useMemo(() => messagesOf(data), [data]);
  return {
    around,
    messages,
    pages: data?.pages,
    atLiveEdge: atLiveEdge(data),
    hasOlder: query.hasPreviousPage,
    hasNewer: query.hasNextPage,
    loadingOlder: query.isFetchingPreviousPage,
    loadingNewer: query.isFetchingNextPage,
    olderFailed: query.isFetchPreviousPageError,
    newerFailed: query.isFetchNextPageError,
    isFetching,
    read,
    change,
    load,
    goTo,
    goToLatest,
    showLatest,
  };
}

export type ConversationWindow = ReturnType<typeof useConversationWindow>;
