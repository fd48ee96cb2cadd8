"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Spinner } from "@/app/_components/ui/spinner";
import { useTyped } from "@/app/(workspace)/_components/use-typed";
import type { SearchPage } from "@/lib/http/contract/search";
import { type Choice, FilterBar } from "./filter-bar";
import { type Filters, MOST_TYPED, searchPath } from "./filters";
import { Results } from "./results";
import { SearchHelp } from "./search-help";
import { searchOptions } from "./search-options";

const TYPING_PAUSE_MS = 250;

/** Everything that was said, searched: the words, the filters, which the address keeps, and what was found. */
export function SearchScreen({
  initial,
  first,
  agents,
  sessions,
}: {
  initial: Filters;
  /** What the server has found with them. */
  first: SearchPage | null;
  agents: readonly Choice[];
  sessions: readonly Choice[];
}) {
  const t = useTranslations("search");
  const { typed, settled: q, ahead, setTyped, settle, field } = useTyped(initial.q, TYPING_PAUSE_MS);
  const [rest, setRest] = useState<Omit<Filters, "q">>(initial);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const choices = chosen && !sessions.some(({ id }) => id === chosen.id) ? [chosen, ...sessions] : sessions;
  const filters: Filters = { ...rest, q };
  const path = searchPath(filters);
  const query = useInfiniteQuery({
    ...searchOptions(filters),
    ...(first &&
      path === searchPath(initial) && {
        initialData: { pages: [first], pageParams: [null] },
      }),
  });
  const { fetchNextPage, isPlaceholderData } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  useEffect(() => {
    const here = window.location.pathname + window.location.search;
    // The address follows what is asked for; the page need not be rendered again for it.
    if (window.location.pathname === "/search" && here !== path) window.history.replaceState(null, "", path);
    document.title = `${q === "" ? t("title") : t("titleFor", { q })} · Cadau`;
  }, [path, q, t]);

  const busy = ahead || (query.isFetching && !query.isFetchingNextPage);
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-2 pb-16 sm:px-6">
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            settle();
          }}
          className="relative"
        >
          <Search
            aria-hidden="true"
            size={18}
            className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-faint"
          />
          <input
            {...field}
            onChange={({ target }) => setTyped(target.value)}
            type="search"
            // biome-ignore lint/a11y/noAutofocus: whoever opens the search wants to type
            autoFocus={initial.q === ""}
            aria-label={t("fieldLabel")}
            placeholder={t("placeholder")}
            maxLength={MOST_TYPED}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            className="block h-12 w-full rounded-card border border-line-strong bg-surface pr-20 pl-11 text-base hover:border-ink-faint focus:border-accent focus:outline-2 focus:outline-accent/30 focus:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
          />
          <div className="absolute top-1/2 right-2 flex -translate-y-1/2 items-center gap-1.5">
            {busy && <Spinner size={16} className="text-ink-faint" />}
            {typed !== "" && (
              <IconButton size="sm" label={t("clear")} onClick={() => setTyped("")}>
                <X aria-hidden="true" size={16} />
              </IconButton>
            )}
          </div>
        </form>
        <FilterBar filters={filters} agents={agents} sessions={choices} onChange={setRest} />
        <SearchHelp
          startOpen={initial.q === ""}
          onTry={(example) => setTyped(typed === "" ? example : `${typed} ${example}`)}
        />
      </search>
      <div className={clsx("mt-5 transition-opacity", isPlaceholderData && "opacity-60")}>
        <Results
          filters={filters}
          query={query}
          busy={busy}
          agents={agents}
          onMore={onMore}
          onSession={(session) => {
            setChosen(session);
            setRest({ ...rest, session: session.id });
          }}
        />
      </div>
    </div>
  );
}
