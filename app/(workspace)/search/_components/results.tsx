"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { SearchX, TextSearch } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { problemSentence } from "@/app/_components/problem-sentence";
import { withMarks } from "@/app/_components/snippet-pieces";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { ListEnd } from "@/app/(workspace)/_components/list-end";
import type { SearchPage } from "@/lib/http/contract/search";
import type { Choice } from "./filter-bar";
import { type Filters, isFiltered } from "./filters";
import { groupHits } from "./group-hits";
import { HitGroupView } from "./hit-group";

type Props = {
  filters: Filters;
  query: UseInfiniteQueryResult<InfiniteData<SearchPage>>;
  busy: boolean;
  agents: readonly Choice[];
  onMore: () => void;
  onSession: (session: Choice) => void;
};

/** What was found, by conversation; or why there is nothing. */
export function Results({ filters, query, busy, agents, onMore, onSession }: Props) {
  const t = useTranslations("search");
  const tProblem = useTranslations("problems");
  const tCommon = useTranslations("common");
  const icon = <TextSearch aria-hidden="true" size={24} />;
  if (filters.q === "" && !busy) return <EmptyState icon={icon} title={t("emptyTitle")} body={t("emptyBody")} />;
  if (query.isError && !query.data) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" size={24} />}
        title={t("failedTitle")}
        body={problemSentence(tProblem, query.error)}
        action={<Button onClick={() => void query.refetch()}>{tCommon("tryAgain")}</Button>}
      />
    );
  }
  const { data } = query;
  if (!data || filters.q === "") return filters.q === "" && !data ? null : <ResultsSkeleton />;
  const [head] = data.pages;
  const pages = data.pages.map(({ hits }) => withMarks(hits));
  const count = pages.reduce((sum, hits) => sum + hits.length, 0);
  // In one conversation alone nothing is left out.
  const groups = groupHits(filters.session ? [pages.flat()] : pages, filters.session !== "");
  return (
    <div aria-busy={busy || undefined}>
      <p role="status" className="sr-only">
        {busy ? t("searching") : t("found", { count })}
      </p>
      {count > 0 && head?.reason === "phrase_not_found" && <p className={note}>{t("phraseMissing")}</p>}
      <Corrections corrected={head?.corrected ?? []} />
      {count === 0 && !query.hasNextPage ? (
        head?.reason === "nothing_to_search" ? (
          <EmptyState icon={icon} title={t("nothingTitle")} body={t("nothingBody")} />
        ) : (
          <EmptyState
            icon={<SearchX aria-hidden="true" size={24} />}
            title={t("noHitsTitle")}
            body={isFiltered(filters) ? t("noHitsFiltered") : t("noHitsBody")}
          />
        )
      ) : (
        <div className="space-y-7">
          {groups.map((group) => (
            <HitGroupView
              key={group.session}
              group={group}
              title={group.title || t("untitled")}
              agent={agents.find(({ id }) => id === group.agentId)?.name ?? null}
              q={filters.q}
              onMore={group.more ? () => onSession({ id: group.session, name: group.title }) : null}
            />
          ))}
        </div>
      )}
      <ListEnd
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        label={t("loading")}
        onMore={onMore}
      />
      {count > 0 && !query.hasNextPage && !groups.some(({ more }) => more) && (
        <p className="mt-8 text-center text-ink-faint text-xs">{t("end")}</p>
      )}
    </div>
  );
}

const note = "mb-4 space-y-1 rounded-control bg-ink/4 px-3.5 py-2 text-ink-muted text-sm leading-6";

function Corrections({ corrected }: { corrected: NonNullable<SearchPage["corrected"]> }) {
  const t = useTranslations("search");
  const format = useFormatter();
  if (corrected.length === 0) return null;
  return (
    <ul className={note}>
      {corrected.map(({ word, instead }) => (
        <li key={word}>
          {t("corrected", {
            word,
            instead: format.list(
              instead.map((each) => `“${each}”`),
              { type: "disjunction" },
            ),
          })}
        </li>
      ))}
    </ul>
  );
}

function ResultsSkeleton() {
  const t = useTranslations("search");
  return (
    <div role="status" aria-label={t("searching")} className="space-y-7">
      {[1, 2, 3].map((n) => (
        <div key={n} className="space-y-2.5">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-16 w-full" />
        </div>
      ))}
    </div>
  );
}
