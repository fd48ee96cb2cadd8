"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { queryKeys } from "@/app/_components/query-keys";
import { Skeleton } from "@/app/_components/ui/skeleton";
import type { Session } from "@/lib/http/contract/sessions";
import { type Signal, useSignal } from "../signal";
import type { InView } from "../window/scroller";
import { RailList } from "./rail-list";
import { currentQuestion, inOrder, isElsewhere } from "./rail-rows";
import { turnsOptions } from "./turns-options";
import { useDelayed } from "./use-delayed";

/** The index of questions with a filter. A chunk of its own. */
export default function RailPanel({
  session,
  inView,
  onJump,
}: {
  session: Session;
  inView: Signal<InView | null>;
  onJump: (messageId: string) => void;
}) {
  const t = useTranslations("conversation");
  const [typed, setTyped] = useState("");
  const q = useDelayed(useDeferredValue(typed.trim()), 200);
  const place = useSignal(inView);
  const [around, setAround] = useState<string | null>(null);
  const query = useInfiniteQuery(turnsOptions(session.id, q, around));
  const turns = useMemo(() => inOrder(query.data?.pages), [query.data]);
  const atNewest = query.data !== undefined && !query.hasPreviousPage;
  const current = currentQuestion(turns, place?.seq ?? null);

  // The reader is at questions that are not loaded: the index follows, once they have come to rest there.
  const elsewhere =
    q === "" &&
    place !== null &&
    !query.isFetching &&
    isElsewhere(turns, place.seq, { atNewest, atOldest: !query.hasNextPage });
  useEffect(() => {
    if (!elsewhere || !place) return;
    const timer = setTimeout(() => setAround(place.id), 400);
    return () => clearTimeout(timer);
  }, [elsewhere, place]);

  useFreshQuestions(session);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative px-3 pt-3 pb-2">
        <Search
          aria-hidden="true"
          size={14}
          className="pointer-events-none absolute top-1/2 left-5.5 -translate-y-[calc(50%-2px)] text-ink-faint"
        />
        <input
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={t("filterQuestions")}
          placeholder={t("filterQuestions")}
          className="touch-target h-8 w-full rounded-control bg-ink/5 ps-8 pe-8 text-[13px] outline-none focus-visible:ring-2 focus-visible:ring-accent [&::-webkit-search-cancel-button]:hidden"
        />
        {typed !== "" && (
          <button
            type="button"
            aria-label={t("clearFilter")}
            onClick={() => setTyped("")}
            className="absolute top-1/2 right-4.5 flex size-6 -translate-y-[calc(50%-2px)] items-center justify-center rounded text-ink-faint hover:text-ink"
          >
            <X aria-hidden="true" size={14} />
          </button>
        )}
      </div>
      {query.isPending ? (
        <div role="status" aria-label={t("loadingQuestions")} className="space-y-3 px-4 pt-2">
          {[80, 60, 70, 50].map((width) => (
            <Skeleton key={width} className="h-3.5" />
          ))}
        </div>
      ) : query.isError && turns.length === 0 ? (
        <p className="px-4 pt-2 text-ink-muted text-sm">
          {t("questionsFailed")}{" "}
          <button type="button" className="text-accent" onClick={() => void query.refetch()}>
            {t("tryAgain")}
          </button>
        </p>
      ) : turns.length === 0 && !query.hasNextPage ? (
        <p className="px-4 pt-2 text-ink-muted text-sm">{t(q === "" ? "noQuestions" : "noSuchQuestions")}</p>
      ) : (
        <RailList
          key={`${q} ${around ?? ""}`}
          turns={turns}
          current={current}
          query={query}
          startAt={around ? "current" : "end"}
          onJump={onJump}
        />
      )}
    </div>
  );
}

/** Questions come and go at the live edge: an index that shows the newest ones is read again. The others hold none of them. */
function useFreshQuestions({ id, last_seq }: Session): void {
  const client = useQueryClient();
  const shown = useRef(last_seq);
  useEffect(() => {
    if (shown.current === last_seq) return;
    const timer = setTimeout(() => {
      shown.current = last_seq;
      void client.resetQueries({ queryKey: [...queryKeys.turns(id, ""), null], type: "active" });
    }, 300);
    return () => clearTimeout(timer);
  }, [client, id, last_seq]);
}
