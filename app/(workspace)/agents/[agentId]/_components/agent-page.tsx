import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AgentMark } from "@/app/_components/agent-mark";
import { Badge } from "@/app/_components/ui/badge";
import type { Agent } from "@/lib/http/contract/agents";
import { SharedBadge } from "../../_components/agent-cards";
import { AgentsPage } from "../../_components/agents-page";
import { AgentNav } from "./agent-nav";

/** A page of one agent: who it is, its parts, and one of them. */
export function AgentPage({ agent, action, children }: { agent: Agent; action?: ReactNode; children: ReactNode }) {
  const t = useTranslations("agents");
  return (
    <AgentsPage
      header={
        <Link href="/agents" className="rounded-control text-ink-muted text-sm hover:text-ink">
          {t("title")}
        </Link>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <AgentMark agent={agent} size="lg" />
        <div className="min-w-48 flex-1">
          <h1 dir="auto" className="wrap-anywhere font-semibold text-xl leading-7">
            {agent.name}
          </h1>
          <div className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
            <SharedBadge agent={agent} />
            {agent.archived && <Badge>{t("archived")}</Badge>}
          </div>
        </div>
        {action}
      </div>
      <AgentNav agentId={agent.id} />
      <div className="mt-6">{children}</div>
    </AgentsPage>
  );
}
