import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { Notice } from "@/app/_components/ui/notice";
import { pageActor } from "@/lib/auth/page-actor";
import { listKnowledge } from "@/lib/files/knowledge/knowledge";
import { chosenServers, serverChoices } from "@/lib/mcp/chosen";
import { offeredModels } from "@/lib/models/registry";
import { AgentPage } from "../_components/agent-page";
import { loadAgent } from "../load-agent";
import { EditAgent } from "./_components/edit-agent";
import { Knowledge } from "./_components/knowledge";
import { MemoryFiles } from "./_components/memory-files";
import { MoreActions } from "./_components/more-actions";
import { Sharing } from "./_components/sharing";
import { Toggles } from "./_components/toggles";
import { ToolServers } from "./_components/tool-servers";
import { Tools } from "./_components/tools";

type Props = { params: Promise<{ agentId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [agent, t] = await Promise.all([loadAgent((await params).agentId), getTranslations("agents")]);
  return { title: `${t("settings")} · ${agent.name}` };
}

export default async function AgentSettingsPage({ params }: Props) {
  const { agentId } = await params;
  const [agent, actor, t] = await Promise.all([loadAgent(agentId), pageActor(), getTranslations("agents")]);
  const [offered, servers, known] = await Promise.all([
    offeredModels(actor),
    serverChoices(actor),
    listKnowledge(actor, agentId),
  ]);
  const models = offered.map(({ ref, label }) => ({ ref, label }));
  const toolServers = (
    <ClientMessages namespaces={["mcp"]}>
      <ToolServers agentId={agent.id} mine={agent.mine} servers={servers} chosen={chosenServers(agent.config_json)} />
    </ClientMessages>
  );
  return (
    <AgentPage agent={agent}>
      <div className="max-w-xl space-y-9">
        {agent.mine ? (
          <>
            <EditAgent key={agent.id} agent={agent} models={models} />
            <Toggles agent={agent} />
            <Tools agent={agent} />
            {toolServers}
            <Sharing agent={agent} />
          </>
        ) : (
          <>
            <Notice tone="neutral">{t("readOnly", { name: agent.owner.name })}</Notice>
            <Toggles agent={agent} />
            <Tools agent={agent} />
            {toolServers}
          </>
        )}
        <Knowledge agentId={agent.id} initial={known} mine={agent.mine} shared={agent.visibility === "workspace"} />
        <ClientMessages namespaces={["memory"]}>
          <MemoryFiles agentId={agent.id} />
        </ClientMessages>
        <MoreActions agent={agent} mayArchive={agent.mine || actor.role !== "member"} />
      </div>
    </AgentPage>
  );
}
