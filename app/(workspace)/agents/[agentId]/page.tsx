import { MessageSquarePlus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/app/_components/ui/button-class";
import { Notice } from "@/app/_components/ui/notice";
import { learnedLately } from "@/lib/agents/learned";
import { waitingJobs } from "@/lib/agents/waiting-jobs";
import { pageActor } from "@/lib/auth/page-actor";
import { listSessions } from "@/lib/chat/sessions";
import { AgentPage } from "./_components/agent-page";
import { LearnedLately } from "./_components/learned-lately";
import { MemoryStatus } from "./_components/memory-status";
import { RecentConversations } from "./_components/recent-conversations";
import { loadAgent } from "./load-agent";

type Props = { params: Promise<{ agentId: string }> };
const RECENT = 8;
const RECENT_CHANGES = 5;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await loadAgent((await params).agentId)).name };
}

export default async function AgentHomePage({ params }: Props) {
  const { agentId } = await params;
  const [agent, actor, t] = await Promise.all([loadAgent(agentId), pageActor(), getTranslations("agents")]);
  const [{ sessions }, waiting, changes] = await Promise.all([
    listSessions(actor, { limit: RECENT, agent_id: agent.id }),
    waitingJobs(actor, agent.id),
    learnedLately(actor, agent.id, RECENT_CHANGES),
  ]);
  const begin = `/?agent=${agent.id}`;
  return (
    <AgentPage
      agent={agent}
      action={
        !agent.archived && (
          <Link href={begin} className={buttonClass({ variant: "primary" })}>
            <MessageSquarePlus size={16} aria-hidden="true" />
            {t("newConversation")}
          </Link>
        )
      }
    >
      <div className="space-y-8">
        {agent.archived && <Notice tone="neutral">{t("archivedNotice")}</Notice>}
        {agent.visibility === "workspace" && (
          <Notice tone="neutral">
            {agent.mine ? t("sharedNoticeOwn") : t("sharedNotice", { name: agent.owner.name })}
          </Notice>
        )}
        {!agent.archived && agent.opening_questions.length > 0 && (
          <section aria-labelledby="opening">
            <h2 id="opening" className="mb-2 font-medium text-[15px]">
              {t("openingQuestions")}
            </h2>
            <ul className="flex flex-wrap gap-2">
              {agent.opening_questions.map((question) => (
                <li key={question} className="max-w-full">
                  <Link
                    href={`${begin}&ask=${encodeURIComponent(question)}`}
                    dir="auto"
                    className="touch-target wrap-anywhere inline-block rounded-card border border-line-strong/50 bg-surface px-3.5 py-2 text-sm leading-5 hover:border-line-strong"
                  >
                    {question}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        <RecentConversations sessions={sessions} />
        <LearnedLately agentId={agent.id} changes={changes} />
        <MemoryStatus agent={agent} waiting={waiting} />
        <section aria-labelledby="about">
          <h2 id="about" className="font-medium text-[15px]">
            {t("about")}
          </h2>
          <p dir="auto" className="wrap-anywhere mt-1.5 whitespace-pre-wrap text-ink-muted text-sm leading-6">
            {agent.instructions.trim() || t("noInstructions")}
          </p>
        </section>
      </div>
    </AgentPage>
  );
}
