"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { problemSentence } from "@/app/_components/problem-sentence";
import { changeSession } from "@/app/_components/sessions-cache";
import { surely, whenQuiet } from "@/app/_components/surely";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { toast } from "@/app/_components/ui/toast";
import { usePageCommands } from "@/app/(workspace)/_components/palette/page-commands";
import type { ContextBudget, Message } from "@/lib/http/contract/messages";
import type { Session } from "@/lib/http/contract/sessions";
import { Announcer } from "./announcer";
import { type Attachment, filesOf } from "./attachments/attachment";
import { Composer, type ComposerHandle } from "./composer/composer";
import { ContextRing } from "./composer/context-ring";
import { type ModelChoice, ModelPicker } from "./composer/model-picker";
import { useFoundWords } from "./found/use-found-words";
import { type ConversationAgent, SharedLine } from "./header/agent-link";
import { ConversationHeader } from "./header/conversation-header";
import { loadInspector } from "./inspector/load";
import { MessageActionsProvider } from "./message/actions-context";
import { loadAnswerNote } from "./message/assistant-message";
import { type OutgoingActions, OutgoingActionsProvider } from "./message/outgoing-actions";
import { loadFailedNote } from "./message/outgoing-note";
import { loadEditor } from "./message/user-message";
import { QuestionRail } from "./rail/question-rail";
import { RAIL_FROM_SEQ, useRail } from "./rail/use-rail";
import { outbox } from "./runs/outbox";
import type { RunFacts } from "./runs/run-record";
import { useOutbox } from "./runs/use-outbox";
import { Signal } from "./signal";
import { forgetLink, useJump } from "./use-jump";
import { useLive, useSession } from "./use-live";
import { useMessageActions } from "./use-message-actions";
import { useOutboxHandover } from "./use-outbox-handover";
import { useStop } from "./use-stop";
import { MessageList } from "./window/message-list";
import { MessageWindow, type WindowHandle } from "./window/message-window";
import type { InView } from "./window/scroller";
import { type FirstPage, useConversationWindow } from "./window/use-window";

export type ConversationProps = {
  session: Session;
  /** The newest messages, or those around the one that the address leads to. */
  first: FirstPage;
  /** The address led to a message that is not there. */
  missing: boolean;
  /** What a search has found in that message; empty: nothing. */
  words: string;
  /** The work agent it is held with. */
  agent: ConversationAgent | null;
  budget: ContextBudget;
  models: readonly ModelChoice[];
  /** What answers where the conversation names no model. */
  defaultModel: string;
  railOpen: boolean;
};

const Inspector = lazy(loadInspector);
const RememberDialog = lazy(
  surely(() => import("./memory/remember-dialog").then((dialog) => ({ default: dialog.RememberDialog }))),
);
const loadQueue = surely(() => import("./composer/queue").then((queue) => ({ default: queue.Queue })));
const Queue = lazy(loadQueue);

/** The page may be one that the router or the browser kept from before. */
const STALE_AFTER_MS = 3_000;

export function Conversation({
  session: initial,
  first,
  missing,
  words,
  agent,
  budget: initialBudget,
  models,
  defaultModel,
  railOpen,
}: ConversationProps) {
  const t = useTranslations("conversation");
  const { around, readAt } = first;
  const tProblem = useTranslations("problems");
  const client = useQueryClient();
  const session = useSession(initial);
  const { id: sessionId } = session;
  const handle = useRef<WindowHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const window = useConversationWindow(sessionId, first);
  const box = useOutbox(sessionId);
  const [inView] = useState(() => new Signal<InView | null>(null));
  const rail = useRail(session, railOpen);
  const { jumpTo, toLatest, highlighted } = useJump(window, handle, around);
  const found = useFoundWords(around, words, handle);
  const [stale] = useState(() => Date.now() - readAt > STALE_AFTER_MS);

  const offerUndo = useRef<(facts: RunFacts, replaced: string | null) => void>(undefined);
  const { budget, setBudget, gone, sync } = useLive({
    session,
    window,
    initialBudget,
    stale,
    keep: () => (handle.current?.following() === false ? "place" : "newest"),
    onSent: (facts, replaced) => offerUndo.current?.(facts, replaced),
  });

  const submit = useCallback(
    (text: string, replaces?: Message, files: readonly Attachment[] = []) => {
      // What takes a message's place keeps its files.
      const place = replaces && { replaces: { id: replaces.id, seq: replaces.seq }, files: filesOf(replaces) };
      outbox.submit(sessionId, text, place ?? { files });
      // An edited message becomes the end of the conversation where it stands.
      if (!replaces) toLatest();
      requestAnimationFrame(() => handle.current?.toEnd("gliding"));
    },
    [sessionId, toLatest],
  );
  const actions = useMessageActions({ session, window, sync, setBudget, jumpTo, submit });
  offerUndo.current = ({ truncationId, userMessageId }, replaced) => {
    if (!truncationId || !replaced) return;
    actions.offerUndo(t("replacedMessages"), { id: truncationId, first: replaced, replacedBy: userMessageId });
  };

  const queued = box.items.filter((item) => item.state === "queued");
  const running = box.activeRun !== null || box.items.some((item) => item.state === "sending");
  const { stop, stopping } = useStop(sessionId, box.activeRun, running);

  const outgoingActions = useMemo(
    (): OutgoingActions => ({
      retry: (id) => outbox.retry(sessionId, id),
      edit(id) {
        const item = outbox.take(sessionId, id);
        if (item) composer.current?.insert(item.text, item.files);
      },
      discard: (id) => outbox.take(sessionId, id),
    }),
    [sessionId],
  );

  useOutboxHandover(sessionId, window, {
    onLeftover: ({ text, files }) => composer.current?.insert(text, files),
    onMissing: () => sync.renew(),
  });
  const { unseen, onFollowing } = useUnseen(session, window.messages);

  useEffect(() => {
    if (!missing) return;
    toast(t("messageMissing"));
    forgetLink();
  }, [missing, t]);
  useEffect(() => whenQuiet(loadFailedNote, loadAnswerNote, loadQueue, loadEditor), []);
  useEffect(() => {
    document.title = `${session.title || t("untitled")} · Cadau`;
  }, [session.title, t]);

  const edit = box.items.find((item) => item.replaces && item.state !== "queued");
  const cutHere =
    edit !== undefined && edit.state !== "failed" && window.messages.some(({ id }) => id === edit.replaces?.id);
  const shown = cutHere ? { ...window, atLiveEdge: true, hasNewer: false } : window;
  const { atLiveEdge } = shown;
  const failedEdit = edit?.state === "failed" ? edit.id : null;
  const leadToFailed = useRef<() => void>(undefined);
  leadToFailed.current = () => {
    // It stands at the conversation's end, which is not the window's any more.
    if (!window.atLiveEdge) toLatest();
  };
  useEffect(() => {
    if (failedEdit) leadToFailed.current?.();
  }, [failedEdit]);

  const [inspecting, setInspecting] = useState(false);
  const openInspector = useCallback(() => setInspecting(true), []);
  usePageCommands({
    session,
    inspector: openInspector,
    latest: toLatest,
    ...(session.last_seq >= RAIL_FROM_SEQ && { rail: rail.toggle }),
  });
  const verbatimSince = session.verbatim_since_seq;
  const list = useMemo(
    () => (
      <MessageList
        sessionId={sessionId}
        messages={window.messages}
        fromStart={!window.hasOlder}
        outgoing={atLiveEdge ? box.items : []}
        editing={actions.editing}
        highlighted={highlighted}
        found={found}
        verbatimSince={verbatimSince}
        onInspect={openInspector}
      />
    ),
    [
      sessionId,
      window.messages,
      window.hasOlder,
      atLiveEdge,
      box.items,
      actions.editing,
      highlighted,
      found,
      verbatimSince,
      openInspector,
    ],
  );

  const changeModel = (model: string) => {
    changeSession(client, session, { model }).catch((error: unknown) => toast.error(problemSentence(tProblem, error)));
  };
  const { asked } = actions;

  return (
    <MessageActionsProvider value={actions.actions}>
      <OutgoingActionsProvider value={outgoingActions}>
        <ConversationHeader session={session} agent={agent} rail={rail} />
        {agent?.sharedLine && <SharedLine text={agent.sharedLine} />}
        <div className="flex min-h-0 flex-1">
          <div className="flex min-w-0 flex-1 flex-col">
            <MessageWindow
              handle={handle}
              window={shown}
              unseen={unseen}
              onFollowing={onFollowing}
              onInView={inView.set}
              onJump={toLatest}
              initialTarget={around}
            >
              {list}
            </MessageWindow>
            <div className="mx-auto w-full max-w-3xl flex-none px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-4">
              {gone ? (
                <p className="rounded-card bg-ink/4 px-4 py-3 text-center text-ink-muted text-sm">
                  {t("conversationGone")}
                </p>
              ) : (
                <>
                  {queued.length > 0 && (
                    <Suspense fallback={null}>
                      <Queue items={queued} onEdit={outgoingActions.edit} onCancel={outgoingActions.discard} />
                    </Suspense>
                  )}
                  <Composer
                    handle={composer}
                    conversation={sessionId}
                    autoFocus={!around}
                    running={running}
                    stopping={stopping}
                    onStop={stop}
                    onSubmit={(text, files) => {
                      submit(text, undefined, files);
                      return true;
                    }}
                    tools={<ModelPicker models={models} value={session.model ?? defaultModel} onChange={changeModel} />}
                    meter={<ContextRing budget={budget} open={inspecting} onOpen={openInspector} />}
                  />
                </>
              )}
            </div>
          </div>
          <QuestionRail session={session} rail={rail} inView={inView} onJump={jumpTo} />
        </div>
        <Announcer sessionId={sessionId} />
        {inspecting && (
          <Suspense fallback={null}>
            <Inspector
              session={session}
              onClose={() => setInspecting(false)}
              onJump={jumpTo}
              onBudget={setBudget}
              onChanged={() => void sync.check()}
            />
          </Suspense>
        )}
        {actions.remembering && (
          <Suspense fallback={null}>
            <RememberDialog {...actions.remembering} onClose={() => actions.setRemembering(null)} />
          </Suspense>
        )}
        {asked && (
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && actions.setAsked(null)}
            title={t(asked.kind === "delete" ? "deleteTitle" : "retryTitle", { count: asked.count })}
            body={t(asked.kind === "delete" ? "deleteBody" : "retryBody", { count: asked.count })}
            confirm={t(asked.kind === "delete" ? "deleteConfirm" : "retryConfirm")}
            danger
            onConfirm={asked.go}
          />
        )}
      </OutgoingActionsProvider>
    </MessageActionsProvider>
  );
}

/** How many messages have come below since the reader was last at the live edge. */
function useUnseen(session: Session, messages: readonly Message[]) {
  const [seen, setSeen] = useState(session.last_seq);
  const [following, setFollowing] = useState(true);
  const newest = Math.max(session.last_seq, messages.at(-1)?.seq ?? 0);
  if (following && newest !== seen) setSeen(newest);
  return { unseen: following ? 0 : Math.max(0, newest - seen), onFollowing: setFollowing };
}
