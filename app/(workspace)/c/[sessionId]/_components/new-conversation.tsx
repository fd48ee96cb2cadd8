"use client";

import { useQueryClient } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { touchSession } from "@/app/_components/sessions-cache";
import { whenQuiet } from "@/app/_components/surely";
import { PageHeader } from "@/app/(workspace)/_components/page-header";
import type { Attachment } from "./attachments/attachment";
import { AgentGreeting } from "./composer/agent-greeting";
import { type AgentChoice, AgentPicker } from "./composer/agent-picker";
import { Composer, type ComposerHandle } from "./composer/composer";
import { type ModelChoice, ModelPicker } from "./composer/model-picker";
import { preloadMarkdown } from "./markdown/markdown";
import { MessageActionsProvider, NO_ACTIONS } from "./message/actions-context";
import { MessageRow } from "./message/message-row";
import { type OutgoingActions, OutgoingActionsProvider } from "./message/outgoing-actions";
import { loadFailedNote } from "./message/outgoing-note";
import { Thinking } from "./message/thinking";
import { outgoingMessage, runningMessage } from "./runs/as-messages";
import { NEW_CONVERSATION, type Outgoing, outbox } from "./runs/outbox";
import { useOutbox } from "./runs/use-outbox";

/** The beginning of a conversation. The first message is seen here until the conversation's own page takes over. */
export function NewConversation({
  name,
  models,
  defaultModel,
  mayAddModels,
  agents,
  initialAgent,
  question,
}: {
  name: string;
  models: readonly ModelChoice[];
  defaultModel: string;
  mayAddModels: boolean;
  /** Those that a conversation can begin with. */
  agents: readonly AgentChoice[];
  /** The one that the address names. */
  initialAgent: string | null;
  /** What the address would have asked: it is put into the composer, never sent by itself. */
  question: string | null;
}) {
  const t = useTranslations("conversation");
  const client = useQueryClient();
  const router = useRouter();
  const composer = useRef<ComposerHandle>(null);
  const [model, setModel] = useState<string | null>(null);
  const [agentId, setAgentId] = useState(initialAgent);
  const agent = agents.find(({ id }) => id === agentId) ?? null;
  const [sent, setSent] = useState<Outgoing | null>(null);
  const { items } = useOutbox(NEW_CONVERSATION);
  const item = sent ?? items[0] ?? null;
  useEffect(preloadMarkdown, []);
  useEffect(() => whenQuiet(loadFailedNote), []);

  useEffect(
    () =>
      outbox.onSent(NEW_CONVERSATION, (stored, facts) => {
        setSent(stored);
        outbox.arrived(NEW_CONVERSATION, stored.id);
        outbox.activeRun(NEW_CONVERSATION, null);
        outbox.activeRun(facts.sessionId, facts.runId);
        touchSession(client, {
          id: facts.sessionId,
          active_run_id: facts.runId,
          model: stored.model,
          agent_id: stored.agent,
        });
        router.push(`/c/${facts.sessionId}`);
      }),
    [client, router],
  );
  useEffect(() => {
    for (const { text, files } of outbox.restore(NEW_CONVERSATION, () => false)) composer.current?.insert(text, files);
  }, []);
  useEffect(() => {
    if (question) composer.current?.suggest(question);
  }, [question]);

  const outgoingActions = useMemo(
    (): OutgoingActions => ({
      retry: (id) => outbox.retry(NEW_CONVERSATION, id),
      edit(id) {
        const taken = outbox.take(NEW_CONVERSATION, id);
        if (taken) composer.current?.insert(taken.text, taken.files);
      },
      discard: (id) => outbox.take(NEW_CONVERSATION, id),
    }),
    [],
  );

  const begin = (text: string, files: readonly Attachment[] = []) => {
    if (item) return false;
    outbox.submit(NEW_CONVERSATION, text, { files, model, agent: agent?.id ?? null });
    return true;
  };
  const form = (
    <Composer
      handle={composer}
      conversation={NEW_CONVERSATION}
      autoFocus
      running={false}
      onSubmit={begin}
      tools={
        <>
          {agents.length > 0 && <AgentPicker agents={agents} value={agent} onChange={setAgentId} />}
          <ModelPicker models={models} value={model ?? agent?.model ?? defaultModel} onChange={setModel} />
        </>
      }
    />
  );

  return (
    <OutgoingActionsProvider value={outgoingActions}>
      <PageHeader title={null} {...(item && { className: "border-line/70 border-b" })} />
      {item && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto w-full max-w-3xl px-4 pt-4 pb-6 sm:px-6">
            <FirstTurn item={item} />
          </div>
        </div>
      )}
      {/* The composer keeps its place in the tree, and with it what is being typed, when the first message goes. */}
      <div
        className={
          item
            ? "mx-auto w-full max-w-3xl flex-none px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-4"
            : "mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:justify-center sm:px-6 sm:pb-[18vh]"
        }
      >
        {!item && agent && <AgentGreeting agent={agent} onAsk={(text) => begin(text)} />}
        {!item && !agent && (
          <div className="mb-7 px-2 max-sm:flex max-sm:flex-1 max-sm:flex-col max-sm:justify-center sm:text-center">
            <h1 className="font-semibold text-[1.7rem] leading-tight tracking-tight">
              {t("greeting", { name: name.trim() })}
            </h1>
            <p className="mt-2.5 text-ink-muted">{t("greetingBody")}</p>
          </div>
        )}
        {!item && models.every((choice) => choice.offline) && <NoModel mayAddModels={mayAddModels} />}
        {form}
      </div>
    </OutgoingActionsProvider>
  );
}

/** With only the built-in model: what it is, and the way to a real one. */
function NoModel({ mayAddModels }: { mayAddModels: boolean }) {
  const t = useTranslations("conversation");
  return (
    <div className="mx-auto mb-4 flex w-full max-w-2xl items-start gap-3 rounded-card border border-line bg-surface px-4 py-3 text-sm leading-6">
      <PlugZap aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-accent" />
      <p className="text-ink-muted">
        {t("noModel")}{" "}
        {mayAddModels ? (
          <Link
            href="/settings/models"
            className="whitespace-nowrap font-medium text-accent underline underline-offset-3"
          >
            {t("connectModel")}
          </Link>
        ) : (
          t("askAdmin")
        )}
      </p>
    </div>
  );
}

function FirstTurn({ item }: { item: Outgoing }) {
  const facts = item.state === "sent" ? item.facts : null;
  return (
    <MessageActionsProvider value={NO_ACTIONS}>
      <MessageRow message={outgoingMessage(item, facts?.sessionId ?? "", 1)} outgoing={item} />
      {facts ? (
        <MessageRow message={runningMessage(facts, 2, item.at)} />
      ) : (
        item.state !== "failed" && (
          <div className="pt-2">
            <Thinking />
          </div>
        )
      )}
    </MessageActionsProvider>
  );
}
