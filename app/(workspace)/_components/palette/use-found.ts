import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { api } from "@/app/_components/api-client";
import { queryKeys } from "@/app/_components/query-keys";
import type { AgentList } from "@/lib/http/contract/agents";
import type { EntrySummary } from "@/lib/http/contract/memory";
import type { SearchPage } from "@/lib/http/contract/search";
import type { SessionList } from "@/lib/http/contract/sessions";

const SESSIONS = 5;
const MESSAGES = 6;
const ENTRIES = 3;
/** Whose memories are searched while no agent is at hand. */
const AGENTS_SEARCHED = 3;
const FRESH_MS = 15_000;
/** The calls take no more. */
const LONGEST_TITLE_QUERY = 200;

/**
 * What the product finds for these words. Each call is given up when other words come; what was found for the words
 * before stays until then, and says that it is (`stale`).
 */
export function useFound(q: string, agentHere: string | null) {
  const agents = useQuery({
    queryKey: queryKeys.palette("agents", ""),
    queryFn: ({ signal }) => api.get<AgentList>("/agents", { limit: 50 }, { signal }),
    staleTime: 60_000,
  });
  const few = q.slice(0, LONGEST_TITLE_QUERY).trim();
  const common = {
    enabled: q !== "",
    staleTime: FRESH_MS,
    gcTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  };
  const sessions = useQuery({
    ...common,
    queryKey: queryKeys.palette("sessions", few),
    queryFn: ({ signal }) => api.get<SessionList>("/chat/sessions", { q: few, limit: SESSIONS }, { signal }),
  });
  const messages = useQuery({
    ...common,
    queryKey: queryKeys.palette("messages", q),
    queryFn: ({ signal }) => api.get<SearchPage>("/chat/search", { q, limit: MESSAGES }, { signal }),
  });
  const listed = agents.data?.agents ?? [];
  const searched = agentHere ? [agentHere] : listed.slice(0, AGENTS_SEARCHED).map(({ id }) => id);
  const memories = useQueries({
    queries: searched.map((id) => ({
      ...common,
      queryKey: queryKeys.palette(`memory ${id}`, few),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<{ entries: EntrySummary[] }>(`/agents/${id}/memory/search`, { q: few, limit: ENTRIES }, { signal }),
    })),
  });
  const asked = [sessions, messages, ...memories];
  return {
    agents: listed,
    sessions: { list: q === "" ? [] : (sessions.data?.sessions ?? []), stale: sessions.isPlaceholderData },
    messages: { list: q === "" ? [] : (messages.data?.hits ?? []), stale: messages.isPlaceholderData },
    memories: {
      list: searched.flatMap((agentId, index) =>
        q === "" ? [] : (memories[index]?.data?.entries ?? []).map((entry) => ({ agentId, entry })),
      ),
      stale: memories.some(({ isPlaceholderData }) => isPlaceholderData),
    },
    busy: q !== "" && asked.some(({ isFetching }) => isFetching),
    failed: q !== "" && asked.some(({ isError }) => isError),
    again: () => {
      for (const query of asked) if (query.isError) void query.refetch();
    },
  };
}
