import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { pageActor } from "@/lib/auth/page-actor";
import { listEntries } from "@/lib/memory/entry-list";
import { AgentPage } from "../_components/agent-page";
import { loadAgent } from "../load-agent";
import { EntryBrowser } from "./_components/entry-browser";

type Props = { params: Promise<{ agentId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [agent, t] = await Promise.all([loadAgent((await params).agentId), getTranslations("agents")]);
  return { title: `${t("memoryEntries")} · ${agent.name}` };
}

export default async function EntriesPage({ params }: Props) {
  const [actor, agent] = await Promise.all([pageActor(), params.then(({ agentId }) => loadAgent(agentId))]);
  const first = await listEntries(actor, agent.id, { limit: 50 });
  return (
    <AgentPage agent={agent}>
      <ClientMessages namespaces={["memory"]}>
        <EntryBrowser agentId={agent.id} first={first} readAt={Date.now()} />
      </ClientMessages>
    </AgentPage>
  );
}
