import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useRef, useState } from "react";
import { ApiProblem, api } from "@/app/_components/api-client";
import { problemSentence } from "@/app/_components/problem-sentence";
import { putSession } from "@/app/_components/sessions-cache";
import { toast } from "@/app/_components/ui/toast";
import type { ContextBudget, Message } from "@/lib/http/contract/messages";
import type { Session } from "@/lib/http/contract/sessions";
import type { LiveSync } from "./live-sync";
import { copyText } from "./markdown/copy-text";
import type { MessageActions } from "./message/actions-context";
import { sourceOf } from "./message/message-text";
import { outbox } from "./runs/outbox";
import { questionOf } from "./window/rows";
import type { ConversationWindow } from "./window/use-window";
import { cutFrom } from "./window/window-changes";

type Truncated = { deleted: number; context_budget: ContextBudget; truncation_id: string };
type Undone = { session_id: string };

/** A message of which something is to be kept, and what was marked in it. */
export type Remembering = { message: Message; marked: string | null };

/** A question before something goes: what it says, and what happens on yes. */
export type Asked = { kind: "delete" | "retry"; count: number; go: () => Promise<void> | void };

export function useMessageActions(input: {
  session: Session;
  window: ConversationWindow;
  sync: LiveSync;
  setBudget: (budget: ContextBudget) => void;
  jumpTo: (messageId: string) => void;
  submit: (text: string, replaces?: Message) => void;
}) {
  const t = useTranslations("conversation");
  const tProblem = useTranslations("problems");
  const client = useQueryClient();
  const router = useRouter();
  const [editing, setEditing] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [remembering, setRemembering] = useState<Remembering | null>(null);
  const { agent_id: agentId } = input.session;
  const latest = useRef(input);
  latest.current = input;

  const failed = useCallback((error: unknown) => toast.error(problemSentence(tProblem, error)), [tProblem]);

  const openBranch = useCallback(
    (session: Session) => {
      putSession(client, session);
      router.push(`/c/${session.id}`);
      toast(t("branched"));
    },
    [client, router, t],
  );

  const restoreAsBranch = useCallback(
    async (truncationId: string) => {
      const { session_id } = await api.post<Undone>(`/chat/truncate/${truncationId}/undo`, undefined, {
        query: { as: "fork" },
      });
      openBranch(await api.get<Session>(`/chat/sessions/${session_id}`));
    },
    [openBranch],
  );

  /** Offers to put back what was cut off from a message on; `replacedBy`: the message that took its place goes again first. */
  const offerUndo = useCallback(
    (words: string, truncation: { id: string; first: string | null; replacedBy: string | null }) => {
      const undo = async () => {
        const { session, sync, jumpTo } = latest.current;
        if (truncation.replacedBy) {
          await api.post<Truncated>("/chat/truncate", { session_id: session.id, message_id: truncation.replacedBy });
        }
        await api.post<Undone>(`/chat/truncate/${truncation.id}/undo`);
        outbox.activeRun(session.id, null);
        await sync.renew();
        if (truncation.first) jumpTo(truncation.first);
      };
      const onAction = () =>
        undo().catch((error: unknown) => {
          if (!(error instanceof ApiProblem) || error.code !== "newer_messages") return failed(error);
          toast(t("undoTooLate"), {
            duration: 15_000,
            action: { label: t("openAsBranch"), onAction: () => void restoreAsBranch(truncation.id).catch(failed) },
          });
        });
      toast(words, { duration: 12_000, action: { label: t("undo"), onAction }, key: "truncation" });
    },
    [failed, restoreAsBranch, t],
  );

  const actions = useMemo((): MessageActions => {
    const countAfter = (message: Message) => {
      const { session, window } = latest.current;
      const newest = window.atLiveEdge ? (window.messages.at(-1)?.seq ?? 0) : 0;
      return Math.max(session.last_seq, newest) - message.seq;
    };
    const truncate = async (message: Message) => {
      const { session, window, sync, setBudget } = latest.current;
      try {
        const done = await api.post<Truncated>("/chat/truncate", { session_id: session.id, message_id: message.id });
        sync.changedHere();
        window.change((data) => cutFrom(data, message.seq));
        setBudget(done.context_budget);
        outbox.activeRun(session.id, null);
        offerUndo(t("deletedMessages", { count: done.deleted }), {
          id: done.truncation_id,
          first: message.id,
          replacedBy: null,
        });
        void sync.check();
      } catch (error) {
        failed(error);
        throw error;
      }
    };
    return {
      countAfter,
      startEdit: (message) => setEditing(message.id),
      cancelEdit: () => setEditing(null),
      resend(message, text) {
        setEditing(null);
        latest.current.submit(text, message);
      },
      retry(answer) {
        const question = questionOf(latest.current.window.messages, answer);
        if (!question) return toast.error(t("questionNotHere"));
        const go = () => latest.current.submit(sourceOf(question), question);
        const others = countAfter(answer);
        if (others > 0) setAsked({ kind: "retry", count: others, go });
        else go();
      },
      goOn: () => latest.current.submit(t("continueMessage")),
      branch(message) {
        const { session } = latest.current;
        api
          .post<Session>(`/chat/sessions/${session.id}/fork`, { message_id: message.id })
          .then(openBranch)
          .catch(failed);
      },
      deleteFrom: (message) =>
        setAsked({ kind: "delete", count: countAfter(message) + 1, go: () => truncate(message) }),
      copyLink(message) {
        const link = `${window.location.origin}/c/${message.session_id}?m=${message.id}`;
        copyText(link).then(() => toast(t("linkCopied")), failed);
      },
      agentId,
      remember: agentId ? (message) => setRemembering({ message, marked: markedIn(message) }) : null,
    };
  }, [agentId, failed, offerUndo, openBranch, t]);

  return { actions, editing, asked, setAsked, offerUndo, remembering, setRemembering };
}

/** What is marked in a message's own words; null: nothing, or something elsewhere. */
function markedIn({ id }: Message): string | null {
  const selection = window.getSelection();
  const row = document.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  const text = selection?.toString().trim() ?? "";
  if (
    !row ||
    text === "" ||
    !row.contains(selection?.anchorNode ?? null) ||
    !row.contains(selection?.focusNode ?? null)
  )
    return null;
  return text;
}
