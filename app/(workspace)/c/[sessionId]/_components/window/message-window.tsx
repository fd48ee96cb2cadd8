"use client";

import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { Spinner } from "@/app/_components/ui/spinner";
import { distanceToEnd, wantedPage } from "./anchoring";
import { type InView, MESSAGE_SELECTOR, Scroller, type ScrollState } from "./scroller";
import type { ConversationWindow } from "./use-window";
import { MAX_PAGES, type WindowPage } from "./window-page";

export type WindowHandle = {
  /** Whether the reader is at the live edge and goes along with it. */
  following(): boolean;
  toEnd(how: "at once" | "gliding"): void;
  /** Brings a mounted message into view; false where it is not mounted. */
  reveal(messageId: string): boolean;
  /** Brings a part of a mounted message into view, where it is out of it. */
  show(part: Element): void;
  messageInView(): InView | null;
};

type Props = {
  handle: Ref<WindowHandle>;
  window: ConversationWindow;
  children: ReactNode;
  /** New messages below, beyond what the reader has seen. */
  unseen: number;
  onFollowing: (following: boolean) => void;
  onInView: (message: InView | null) => void;
  onJump: () => void;
  initialTarget: string | null;
};

/** Farther from the end than this, the way back is offered. */
const FAR = 160;

/** The scrolling part of a conversation: a bounded stretch of it, whose text does not move under the reader's eye. */
export function MessageWindow({
  handle,
  window: view,
  children,
  unseen,
  onFollowing,
  onInView,
  onJump,
  initialTarget,
}: Props) {
  const t = useTranslations("conversation");
  const scrollerRef = useRef<HTMLElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const [scroller, setScroller] = useState<Scroller | null>(null);
  const [far, setFar] = useState(false);

  const latest = useRef({ view, onFollowing, onInView });
  latest.current = { view, onFollowing, onInView };

  // biome-ignore lint/correctness/useExhaustiveDependencies: where the reader begins is decided once
  useLayoutEffect(() => {
    const element = scrollerRef.current;
    const content = contentRef.current;
    if (!element || !content) return;
    // Until here the styles showed the end of the list without a script; from here on it is scrolled as usual.
    const fromEnd = -element.scrollTop;
    element.style.flexDirection = "column";
    element.scrollTop = element.scrollHeight - element.clientHeight - fromEnd;
    let queued = false;
    let following: boolean | null = null;
    const onChange = (state: ScrollState) => {
      if (following !== state.following) {
        following = state.following;
        latest.current.onFollowing(following);
      }
      setFar(!state.following && distanceToEnd(state.metrics) > FAR);
      want(latest.current.view, state, content);
      if (queued) return;
      queued = true;
      setTimeout(() => {
        queued = false;
        latest.current.onInView(created.messageInView());
      }, 120);
    };
    const created = new Scroller(element, content, MESSAGE_SELECTOR, onChange);
    created.holdsEnd = view.atLiveEdge;
    const target = initialTarget && content.querySelector(`[data-message-id="${CSS.escape(initialTarget)}"]`);
    if (target) created.reveal(target, 0.2);
    else if (fromEnd < 2) created.toEnd("at once");
    setScroller(created);
    return () => created.disconnect();
  }, []);

  // After every change of the content, before it is painted.
  useLayoutEffect(() => {
    if (!scroller) return;
    scroller.holdsEnd = view.atLiveEdge;
    scroller.settle();
  });

  // A page that has come may not be enough for where the reader is by now.
  useEffect(() => {
    if (scroller && !view.isFetching) scroller.settle();
  }, [scroller, view.isFetching]);

  useImperativeHandle(
    handle,
    () => ({
      following: () => scroller?.following ?? false,
      toEnd: (how) => scroller?.toEnd(how),
      messageInView: () => scroller?.messageInView() ?? null,
      show: (part) => {
        if (scroller && !scroller.isInSight(part)) scroller.reveal(part, 0.35);
      },
      reveal(messageId) {
        const target = contentRef.current?.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`);
        if (!target) return false;
        scroller?.reveal(target, 0.2);
        return true;
      },
    }),
    [scroller],
  );

  const offerEnd = far || !view.atLiveEdge;
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scrollerRef}
        data-testid="message-window"
        aria-label={t("messages")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
        tabIndex={0}
        className="absolute inset-0 flex flex-col-reverse overflow-y-auto overscroll-contain outline-none [overflow-anchor:none] [scrollbar-gutter:stable_both-edges] [scrollbar-width:thin]"
      >
        <div ref={contentRef} className="mx-auto mb-auto w-full max-w-3xl flex-none px-4 pt-4 pb-6 sm:px-6">
          <PageEdge show={view.hasOlder} failed={view.olderFailed} onRetry={() => view.load("older")} />
          {children}
          <PageEdge show={view.hasNewer} failed={view.newerFailed} onRetry={() => view.load("newer")} />
        </div>
      </section>
      {offerEnd && (
        <button
          type="button"
          onClick={onJump}
          className="touch-target absolute bottom-3 left-1/2 flex h-9 -translate-x-1/2 animate-enter items-center gap-1.5 rounded-full bg-raised px-3.5 font-medium text-sm shadow-raised hover:text-accent"
        >
          <ArrowDown aria-hidden="true" size={16} />
          {unseen > 0 ? t("newMessages", { count: unseen }) : t("jumpToLatest")}
        </button>
      )}
    </div>
  );
}

/** The place of a page that is not there yet. Its height is the same whatever it shows. */
function PageEdge({ show, failed, onRetry }: { show: boolean; failed: boolean; onRetry: () => void }) {
  const t = useTranslations("conversation");
  if (!show) return null;
  return (
    <div className="flex h-14 items-center justify-center text-ink-muted text-sm">
      {failed ? (
        <button type="button" className="touch-target rounded px-2 text-accent" onClick={onRetry}>
          {t("pageFailed")}
        </button>
      ) : (
        <Spinner className="text-ink-faint" />
      )}
    </div>
  );
}

function want(view: ConversationWindow, { metrics, direction }: ScrollState, content: HTMLElement): void {
  if (view.isFetching || view.olderFailed || view.newerFailed) return;
  const pages = view.pages ?? [];
  const full = pages.length >= MAX_PAGES;
  const side = wantedPage({
    metrics,
    direction,
    hasOlder: view.hasOlder,
    hasNewer: view.hasNewer,
    firstPage: full ? heightOf(pages[0], content) : 0,
    lastPage: full ? heightOf(pages.at(-1), content) : 0,
  });
  if (side) view.load(side);
}

function heightOf(page: WindowPage | undefined, content: HTMLElement): number {
  const find = (id: string | undefined) =>
    id ? content.querySelector(`${MESSAGE_SELECTOR}[data-message-id="${CSS.escape(id)}"]`) : null;
  const first = find(page?.messages[0]?.id);
  const last = find(page?.messages.at(-1)?.id);
  if (!first || !last) return 0;
  return Math.max(1, last.getBoundingClientRect().bottom - first.getBoundingClientRect().top);
}
