"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import {
  refreshBelow,
  refreshHead,
  SESSIONS_BELOW_KEY,
  SESSIONS_HEAD_KEY,
  type SessionNews,
  setSessionsChannel,
  takeNews,
} from "@/app/_components/sessions-cache";
import { pinnedList, recentList } from "./session-list-options";

const CALM_MS = 20_000;
/** While an answer is being written somewhere, its end should show soon. */
const BUSY_MS = 5_000;
/** What lies below the first page changes less, and costs more to read. */
const BELOW_MS = 60_000;

/**
 * Keeps the lists in step with the user's other tabs, at once, and with their other devices, by reading the first
 * page again from time to time while this tab is looked at, and all that is loaded below it when the person comes back
 * to the tab, or now and then. `onRemoved` hears of deletions elsewhere.
 */
export function useListsInStep(userId: string, busy: boolean, onRemoved: (id: string) => void): void {
  const client = useQueryClient();

  useEffect(() => {
    const channel = new BroadcastChannel(`cadau-sessions-${userId}`);
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
      takeNews(client, data);
      if (data.kind === "removed") onRemoved(data.id);
    };
    setSessionsChannel(client, (news) => channel.postMessage(news));
    return () => {
      setSessionsChannel(client, null);
      channel.close();
    };
  }, [client, userId, onRemoved]);

  useQuery({
    queryKey: SESSIONS_HEAD_KEY,
    queryFn: async ({ signal }) => {
      await Promise.all([refreshHead(client, pinnedList, signal), refreshHead(client, recentList, signal)]);
      return Date.now();
    },
    // The server has just rendered both lists.
    initialData: 0,
    initialDataUpdatedAt: Date.now,
    staleTime: CALM_MS / 2,
    refetchInterval: busy ? BUSY_MS : CALM_MS,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    // No word and no second try when a quiet look does not succeed: the next one will.
    retry: false,
  });

  useQuery({
    queryKey: SESSIONS_BELOW_KEY,
    queryFn: async ({ signal }) => {
      await refreshBelow(client, signal);
      return Date.now();
    },
    initialData: 0,
    initialDataUpdatedAt: Date.now,
    staleTime: BELOW_MS / 2,
    refetchInterval: BELOW_MS,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    retry: false,
  });
}
