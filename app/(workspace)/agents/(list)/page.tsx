import { Bot, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/app/_components/ui/button-class";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { listAgents } from "@/lib/agents/agents";
import { listKeptMemories } from "@/lib/agents/remove";
import { pageActor } from "@/lib/auth/page-actor";
import { AgentCards } from "../_components/agent-cards";
import { AgentsPage } from "../_components/agents-page";
import { KeptMemories } from "../_components/kept-memories";

/** Far more than anybody keeps; what is beyond is reached through the API. */
const MOST = 200;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("agents"))("title") };
}

export default async function AgentListPage() {
  const actor = await pageActor("/agents");
  const [{ agents }, { agents: archived }, kept, t] = await Promise.all([
    listAgents(actor, { limit: MOST }),
    listAgents(actor, { limit: MOST, archived: true }),
    listKeptMemories(actor),
    getTranslations("agents"),
  ]);
  const create = (
    <Link href="/agents/new" className={buttonClass({ variant: "primary" })}>
      <Plus size={16} aria-hidden="true" />
      {t("new")}
    </Link>
  );
  const isEmpty = agents.length + archived.length === 0;
  return (
    <AgentsPage header={<p className="truncate font-medium text-sm">{t("title")}</p>}>
      <div className="flex flex-col items-start justify-between gap-x-6 gap-y-4 sm:flex-row">
        <div className="min-w-0">
          <h1 className="font-semibold text-xl leading-7">{t("title")}</h1>
          <p className="mt-1 max-w-130 text-pretty text-ink-muted text-sm leading-6">{t("intro")}</p>
        </div>
        {!isEmpty && create}
      </div>
      <div className="mt-7 space-y-9">
        {isEmpty && (
          <EmptyState
            icon={<Bot size={24} aria-hidden="true" />}
            title={t("emptyTitle")}
            body={t("emptyBody")}
            action={create}
            className="rounded-card border border-line border-dashed"
          />
        )}
        <AgentCards title={t("mine")} agents={agents.filter(({ mine }) => mine)} />
        <AgentCards title={t("shared")} agents={agents.filter(({ mine }) => !mine)} />
        <AgentCards title={t("archivedHeading")} agents={archived} />
        {kept.length > 0 && <KeptMemories memories={kept} />}
      </div>
    </AgentsPage>
  );
}
