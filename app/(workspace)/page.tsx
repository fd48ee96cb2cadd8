import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { getAgent, listAgents } from "@/lib/agents/agents";
import type { Actor } from "@/lib/auth/actor-type";
import { pageActor } from "@/lib/auth/page-actor";
import { readProfile } from "@/lib/auth/profile";
import { isAppError } from "@/lib/errors";
import { defaultModelRef, offeredModels } from "@/lib/models/registry";
import type { AgentChoice } from "./c/[sessionId]/_components/composer/agent-picker";
import { NewConversation } from "./c/[sessionId]/_components/new-conversation";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("conversation");
  return { title: t("untitled") };
}

type Props = { searchParams: Promise<{ agent?: string | string[]; ask?: string | string[] }> };
/** More than a menu is good for. */
const MOST_AGENTS = 50;
const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : null);

export default async function HomePage({ searchParams }: Props) {
  const [actor, asked] = await Promise.all([pageActor(), searchParams]);
  const [profile, models, defaultModel, agents] = await Promise.all([
    readProfile(actor),
    offeredModels(actor),
    defaultModelRef(actor),
    agentsToBeginWith(actor, one(asked.agent)),
  ]);
  return (
    <ClientMessages namespaces={["shell", "conversation", "agents"]}>
      <NewConversation
        key={`${one(asked.agent)} ${one(asked.ask)}`}
        name={profile.name}
        models={models.map(({ ref, label, offline }) => ({ ref, label, offline }))}
        defaultModel={defaultModel}
        mayAddModels={actor.role !== "member"}
        agents={agents}
        initialAgent={one(asked.agent)}
        question={one(asked.ask)?.slice(0, 400) ?? null}
      />
    </ClientMessages>
  );
}

/** The newest, and the one that the address names where it is none of them. */
async function agentsToBeginWith(actor: Actor, named: string | null): Promise<AgentChoice[]> {
  const { agents } = await listAgents(actor, { limit: MOST_AGENTS });
  if (named !== null && !agents.some(({ id }) => id === named)) {
    try {
      const agent = await getAgent(actor, named);
      if (!agent.archived) agents.unshift(agent);
    } catch (error) {
      if (!isAppError(error, "not_found")) throw error;
    }
  }
  return agents.map(({ id, name, emoji, picture, model, visibility, mine, owner, opening_questions }) => ({
    id,
    name,
    emoji,
    picture,
    model,
    shared: visibility === "workspace" ? { mine, by: owner.name } : null,
    questions: opening_questions,
  }));
}
