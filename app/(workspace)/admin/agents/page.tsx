import { Bot } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { pageActor } from "@/lib/auth/page-actor";
import { TOGGLES } from "@/lib/memory/toggles";
import { agentsOverview, MOST_AGENTS } from "@/lib/workspaces/overview";
import { ruleOf } from "@/lib/workspaces/policy";
import { SettingsPage, SettingsSection } from "../../settings/_components/settings-section";
import { AgentItem } from "./_components/agent-item";
import { PolicyChoice } from "./_components/policy-choice";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin"))("agents") };
}

export default async function AdminAgentsPage() {
  const { policy, agents, more } = await agentsOverview(await pageActor("/admin/agents"));
  const t = await getTranslations("admin");
  return (
    <SettingsPage title={t("agents")} intro={t("agentsIntro")}>
      <SettingsSection title={t("policy")} intro={t("policyIntro")}>
        <div className="grid max-w-130 gap-5">
          {TOGGLES.map((toggle) => (
            <PolicyChoice key={toggle} toggle={toggle} rule={ruleOf(policy, toggle)} />
          ))}
        </div>
      </SettingsSection>
      <SettingsSection title={t("allAgents")}>
        {agents.length === 0 ? (
          <EmptyState
            icon={<Bot size={24} aria-hidden="true" />}
            title={t("noAgents")}
            body={t("noAgentsBody")}
            className="rounded-card border border-line border-dashed"
          />
        ) : (
          <ul aria-label={t("allAgents")} className="divide-y divide-line rounded-card border border-line bg-surface">
            {agents.map((agent) => (
              <AgentItem key={agent.id} agent={agent} />
            ))}
          </ul>
        )}
        {more && <p className="mt-3 text-[13px] text-ink-muted">{t("moreAgents", { most: MOST_AGENTS })}</p>}
      </SettingsSection>
    </SettingsPage>
  );
}
