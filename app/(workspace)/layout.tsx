import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ClientMessages } from "@/app/_components/client-messages";
import { queryKeys, type SessionFilters } from "@/app/_components/query-keys";
import { QueryProvider } from "@/app/_components/query-provider";
import type { ListData } from "@/app/_components/session-list";
import { PAGE } from "@/app/_components/sessions-cache";
import { listAgents } from "@/lib/agents/agents";
import { pageActor } from "@/lib/auth/page-actor";
import { readProfile } from "@/lib/auth/profile";
import { listSessions } from "@/lib/chat/sessions";
import { listWorkspaces } from "@/lib/workspaces/workspaces";
import { pinnedList, recentList } from "./_components/session-list-options";
import { Shell } from "./_components/shell";
import { COLLAPSED, SIDEBAR_COOKIE } from "./_components/sidebar-memory";

/** The newest; the rest is on the agents' page. */
const SIDEBAR_AGENTS = 5;

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor();
  const first = async ({ archived, pinned }: SessionFilters) => listSessions(actor, { limit: PAGE, archived, pinned });
  const [profile, pinned, recent, { agents }, workspaces, jar] = await Promise.all([
    readProfile(actor),
    first(pinnedList),
    first(recentList),
    listAgents(actor, { limit: SIDEBAR_AGENTS }),
    listWorkspaces(actor),
    cookies(),
  ]);

  const client = new QueryClient();
  client.setQueryData<ListData>(queryKeys.sessions(pinnedList), { pages: [pinned], pageParams: [null] });
  client.setQueryData<ListData>(queryKeys.sessions(recentList), { pages: [recent], pageParams: [null] });
  return (
    <ClientMessages namespaces={["shell"]}>
      <QueryProvider>
        <HydrationBoundary state={dehydrate(client)}>
          <Shell
            user={{ id: actor.userId, name: profile.name, email: profile.email, manages: actor.role !== "member" }}
            workspaces={workspaces.map(({ id, name }) => ({ id, name, current: id === actor.workspaceId }))}
            now={Date.now()}
            timeZone={profile.timeZone}
            agents={agents.map(({ id, name, emoji, picture }) => ({ id, name, emoji, picture }))}
            initiallyCollapsed={jar.get(SIDEBAR_COOKIE)?.value === COLLAPSED}
          >
            {children}
          </Shell>
        </HydrationBoundary>
      </QueryProvider>
    </ClientMessages>
  );
}
