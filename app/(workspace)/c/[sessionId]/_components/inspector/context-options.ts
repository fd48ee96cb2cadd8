import { queryOptions } from "@tanstack/react-query";
import { api } from "@/app/_components/api-client";
import { queryKeys } from "@/app/_components/query-keys";
import type { SessionContext } from "@/lib/http/contract/context";

const EVERY_MS = 2_000;
/** While the background waits before it tries again: nothing changes, or somebody has it go on earlier. */
const PAUSED_MS = 15_000;

/** What the model would be given now. Read again and again only while something is being done to it. */
export function contextOptions(sessionId: string, busy: boolean) {
  return queryOptions({
    queryKey: queryKeys.context(sessionId),
    queryFn: async ({ signal, client }) => {
      const read = (versions?: number) =>
        api.get<SessionContext>(`/chat/sessions/${sessionId}/context`, { versions }, { signal });
      const known = client.getQueryData<SessionContext>(queryKeys.context(sessionId));
      if (!known || known.versions.length < 3) return await read();
      // Hundreds of summaries need not come again as long as none has changed. One of the two is the current one, so
      // that the newest is there too where that is another.
      const now = await read(2);
      const [newest] = now.versions;
      const same = now.summary_version === known.summary_version && newest?.version === known.versions[0]?.version;
      return same ? { ...now, versions: known.versions } : await read();
    },
    refetchInterval: ({ state: { data } }) => {
      if (busy || data?.rolling) return EVERY_MS;
      if (!data?.progress) return false;
      return data.progress.paused_until === null ? EVERY_MS : PAUSED_MS;
    },
    staleTime: 0,
    // What it was when the panel was open before is nothing to begin with: the ring follows it.
    gcTime: 0,
  });
}

/** The same with every word of it. */
export function payloadOptions(sessionId: string) {
  return queryOptions({
    queryKey: queryKeys.payload(sessionId),
    queryFn: async ({ signal }) => {
      const context = await api.get<SessionContext>(
        `/chat/sessions/${sessionId}/context`,
        { payload: true },
        { signal },
      );
      return { parts: context.parts, payload: context.payload ?? { instructions: [], messages: [] } };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
