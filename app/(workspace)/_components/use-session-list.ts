"use client";

import { useInfiniteQuery, useMutationState } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SessionFilters } from "@/app/_components/query-keys";
import { type PendingChange, replay, sessionsIn } from "@/app/_components/session-list";
import { SESSION_CHANGE_KEY } from "@/app/_components/sessions-cache";
import { sessionListOptions } from "./session-list-options";

/** The list as the person should see it, with their changes that are still on the way. */
export function useSessionList(filters: SessionFilters) {
  const query = useInfiniteQuery({
    ...sessionListOptions(filters),
    // While the words of a search change, what the last ones found stays.
    placeholderData: (previous) => (filters.q === "" ? undefined : previous),
  });
  const pending = useMutationState({
    filters: { mutationKey: SESSION_CHANGE_KEY, status: "pending" },
    select: (mutation) => mutation.state.variables as PendingChange,
  });
  const { data } = query;
  const sessions = useMemo(() => (data ? sessionsIn(replay(data, filters, pending)) : []), [data, filters, pending]);
  return { ...query, sessions };
}
