"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Turn } from "@/lib/http/contract/messages";
import { wantedPage } from "../window/anchoring";
import { Scroller, type ScrollState } from "../window/scroller";
import { TURNS_PAGE, TURNS_PAGES } from "./turns-options";

/** What the list needs of its query; "next" is older. */
export type TurnsQuery = {
  data: { pages: readonly unknown[] } | undefined;
  isFetching: boolean;
  isError: boolean;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  fetchPreviousPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
};

/** The questions at hand, as a bounded list that goes on at both ends and keeps the current one in sight. */
export function RailList({
  turns,
  current,
  query,
  startAt,
  onJump,
}: {
  turns: readonly Turn[];
  current: Turn | null;
  query: TurnsQuery;
  startAt: "current" | "end";
  onJump: (messageId: string) => void;
}) {
  const scrollerRef = useRef<HTMLElement>(null);
  const contentRef = useRef<HTMLOListElement>(null);
  const [scroller, setScroller] = useState<Scroller | null>(null);
  const latest = useRef(query);
  latest.current = query;

  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list begins is decided once
  useLayoutEffect(() => {
    const element = scrollerRef.current;
    const content = contentRef.current;
    if (!element || !content) return;
    const created = new Scroller(element, content, "[data-turn]", (state) => want(latest.current, state, content));
    created.holdsEnd = !query.hasPreviousPage;
    if (startAt === "end") created.toEnd("at once");
    setScroller(created);
    return () => created.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (!scroller) return;
    scroller.holdsEnd = !query.hasPreviousPage;
    scroller.settle();
  });

  useKeepInSight(current?.message_id ?? null, contentRef, scroller);

  return (
    <nav
      ref={scrollerRef}
      className="scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3 [overflow-anchor:none]"
    >
      <ol ref={contentRef}>
        {turns.map((turn) => {
          const here = turn.message_id === current?.message_id;
          return (
            <li key={turn.message_id} data-turn={turn.message_id}>
              <button
                type="button"
                dir="auto"
                title={turn.preview}
                aria-current={here ? "location" : undefined}
                onClick={() => onJump(turn.message_id)}
                className={`touch-target block w-full truncate border-s-2 px-3 py-1.5 text-start text-[13px] leading-5 ${here ? "border-accent font-medium text-ink" : "border-line text-ink-muted hover:border-line-strong hover:text-ink"}`}
              >
                {turn.preview}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function want(query: TurnsQuery, { metrics, direction }: ScrollState, content: HTMLElement): void {
  if (query.isFetching || query.isError) return;
  const pages = query.data?.pages.length ?? 0;
  const row = content.firstElementChild?.getBoundingClientRect().height ?? 0;
  const letGo = pages >= TURNS_PAGES ? row * TURNS_PAGE : 0;
  const side = wantedPage({
    metrics,
    direction,
    hasOlder: query.hasNextPage,
    hasNewer: query.hasPreviousPage,
    firstPage: letGo,
    lastPage: letGo,
  });
  if (side === "older") void query.fetchNextPage({ cancelRefetch: false });
  if (side === "newer") void query.fetchPreviousPage({ cancelRefetch: false });
}

/** Scrolls the list, and nothing else, so far that the current question is in it. */
function useKeepInSight(id: string | null, content: RefObject<HTMLElement | null>, scroller: Scroller | null): void {
  useEffect(() => {
    const row = id && content.current?.querySelector(`[data-turn="${CSS.escape(id)}"]`);
    if (row && scroller && !scroller.isInSight(row)) scroller.reveal(row, 0.4);
  }, [id, content, scroller]);
}
