import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { z } from "zod";
import { ClientMessages } from "@/app/_components/client-messages";
import { MOST_MARKED } from "@/app/_components/message-path";
import { getAgent } from "@/lib/agents/agents";
import type { Actor } from "@/lib/auth/actor-type";
import { pageActor } from "@/lib/auth/page-actor";
import { readHistory } from "@/lib/chat/history";
import { getSession } from "@/lib/chat/sessions";
import { isAppError } from "@/lib/errors";
import type { HistoryPage } from "@/lib/http/contract/messages";
import { defaultModelRef, offeredModels } from "@/lib/models/registry";
import { leadElsewhere } from "../../_components/lead-elsewhere";
import { Conversation } from "./_components/conversation";
import type { ConversationAgent } from "./_components/header/agent-link";
import { RAIL_CLOSED, RAIL_COOKIE } from "./_components/rail/rail-memory";
import { PAGE_SIZE, toWindowPage } from "./_components/window/window-page";

type Props = {
  params: Promise<{ sessionId: string }>;
  searchParams: Promise<Record<"m" | "q", string | string[] | undefined>>;
};

const Id = z.uuid();

/** Once a request, for the title and the page; an unknown conversation and another person's are the same 404. */
const loadSession = cache(async (sessionId: string) => {
  const actor = await pageActor();
  if (!Id.safeParse(sessionId).success) notFound();
  try {
    return await getSession(actor, sessionId);
  } catch (error) {
    if (!isAppError(error, "not_found")) throw error;
    await leadElsewhere(actor, { kind: "session", id: sessionId });
    notFound();
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [session, t] = await Promise.all([loadSession((await params).sessionId), getTranslations("conversation")]);
  return { title: session.title || t("untitled") };
}

export default async function ConversationPage({ params, searchParams }: Props) {
  const [{ sessionId }, { m, q }, actor, jar] = await Promise.all([params, searchParams, pageActor(), cookies()]);
  const target = Id.safeParse(m).data ?? null;
  const [session, first, models, defaultModel] = await Promise.all([
    loadSession(sessionId),
    firstPage(actor, sessionId, target),
    offeredModels(actor),
    defaultModelRef(actor),
  ]);

  const agent = session.agent_id === null ? null : await agentOf(actor, session.agent_id);
  return (
    <ClientMessages namespaces={["shell", "conversation", "context"]}>
      <Conversation
        key={`${sessionId} ${first.around ?? ""}`}
        session={session}
        first={{ page: toWindowPage(first.page), around: first.around, readAt: Date.now() }}
        missing={m !== undefined && first.around === null}
        words={typeof q === "string" && first.around !== null ? q.slice(0, MOST_MARKED) : ""}
        agent={agent}
        budget={first.page.context_budget}
        models={models.map(({ ref, label, offline }) => ({ ref, label, offline }))}
        defaultModel={defaultModel}
        railOpen={jar.get(RAIL_COOKIE)?.value !== RAIL_CLOSED}
      />
    </ClientMessages>
  );
}

/** The page around the message that the address names; the latest one where it names none, or one that is gone. */
async function firstPage(
  actor: Actor,
  sessionId: string,
  target: string | null,
): Promise<{ page: HistoryPage; around: string | null }> {
  if (!Id.safeParse(sessionId).success) notFound();
  const read = (around?: string) => readHistory(actor, { sessionId, limit: PAGE_SIZE, around });
  try {
    if (target) return { page: await read(target), around: target };
  } catch (error) {
    if (!isAppError(error, "not_found")) throw error;
  }
  try {
    return { page: await read(), around: null };
  } catch (error) {
    if (!isAppError(error, "not_found")) throw error;
    // It is read at the same time, and knows where to go instead.
    await loadSession(sessionId);
    notFound();
  }
}

/** What the screen tells of the conversation's agent; null where it is gone or not shared any more. */
async function agentOf(actor: Actor, id: string): Promise<ConversationAgent | null> {
  try {
    const { name, emoji, picture, visibility, mine, owner } = await getAgent(actor, id);
    const t = await getTranslations("agents");
    const line = visibility === "private" ? null : mine ? t("sharedLineOwn") : t("sharedLine", { name: owner.name });
    return { id, name, emoji, picture, label: t("agentLink", { name }), sharedLine: line };
  } catch (error) {
    if (isAppError(error, "not_found")) return null;
    throw error;
  }
}
