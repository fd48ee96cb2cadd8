import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ApiProblem } from "@/app/_components/api-client";
import { problemSentence } from "@/app/_components/problem-sentence";
import { toast } from "@/app/_components/ui/toast";
import type { WindowHandle } from "./window/message-window";
import { questionBeside } from "./window/rows";
import type { ConversationWindow } from "./window/use-window";

const HIGHLIGHT_MS = 1_800;

/** Going to a message, wherever it is, and from question to question. */
export function useJump(window: ConversationWindow, handle: RefObject<WindowHandle | null>, initial: string | null) {
  const t = useTranslations("conversation");
  const tProblem = useTranslations("problems");
  const [highlighted, setHighlighted] = useState(initial);
  const wanted = useRef<string | null>(null);
  const step = useRef<-1 | 1 | null>(null);
  const { messages, goTo, goToLatest, atLiveEdge, hasOlder, hasNewer, load } = window;

  useEffect(() => {
    if (!highlighted) return;
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [highlighted]);

  const failed = useCallback(
    (error: unknown) => {
      const missing = error instanceof ApiProblem && error.status === 404;
      toast.error(missing ? t("messageMissing") : problemSentence(tProblem, error));
    },
    [t, tProblem],
  );

  const jumpTo = useCallback(
    (messageId: string) => {
      setHighlighted(messageId);
      if (handle.current?.reveal(messageId)) return;
      wanted.current = messageId;
      goTo(messageId).catch((error: unknown) => {
        wanted.current = null;
        setHighlighted(null);
        failed(error);
      });
    },
    [goTo, handle, failed],
  );

  const toLatest = useCallback(() => {
    forgetLink();
    if (atLiveEdge) {
      handle.current?.toEnd("gliding");
      return;
    }
    goToLatest().then(() => requestAnimationFrame(() => handle.current?.toEnd("at once")), failed);
  }, [atLiveEdge, goToLatest, handle, failed]);

  const stepQuestion = useCallback(
    (direction: -1 | 1) => {
      const seq = handle.current?.messageInView()?.seq;
      if (seq === undefined) return;
      const target = questionBeside(messages, seq, direction);
      step.current = null;
      if (target) jumpTo(target.id);
      else if (direction === -1 ? hasOlder : hasNewer) {
        step.current = direction;
        load(direction === -1 ? "older" : "newer");
      } else if (direction === 1) toLatest();
    },
    [messages, handle, jumpTo, hasOlder, hasNewer, load, toLatest],
  );

  // The page that was asked for has come: before it is painted, it stands where it was to stand.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that the messages are others now
  useLayoutEffect(() => {
    const target = wanted.current;
    if (target && handle.current?.reveal(target)) wanted.current = null;
    if (step.current) stepQuestion(step.current);
  }, [messages]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      stepQuestion(event.key === "ArrowUp" ? -1 : 1);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [stepQuestion]);

  return { jumpTo, toLatest, highlighted };
}

/** The address no longer leads to one message, so that a reload opens the conversation where the reader is. */
export function forgetLink(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has("m")) return;
  url.searchParams.delete("m");
  url.searchParams.delete("q");
  window.history.replaceState(null, "", url);
}
