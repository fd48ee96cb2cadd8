"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/app/_components/api-client";
import { problemSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { toast } from "@/app/_components/ui/toast";
import type { EntryList, EntrySummary, MemoryEntry } from "@/lib/http/contract/memory";
import { EntryDialog } from "./entry-dialog";
import { EntryFiltersBar } from "./entry-filters";
import { EntryRow } from "./entry-row";
import { ALL, useEntries } from "./use-entries";

/** What the agent remembers: found, pinned, merged, written. */
export function EntryBrowser({ agentId, first, readAt }: { agentId: string; first: EntryList; readAt: number }) {
  const t = useTranslations("memory");
  const tProblem = useTranslations("problems");
  const [filters, setFilters] = useState(ALL);
  const [chosen, setChosen] = useState<readonly EntrySummary[]>([]);
  /** A new entry, or one in the place of these. */
  const [writing, setWriting] = useState<"new" | readonly MemoryEntry[] | null>(null);
  const [reading, setReading] = useState(false);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useEntries(
    agentId,
    filters,
    first,
    readAt,
  );
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(ALL);
  const choose = (entry: EntrySummary, on: boolean) =>
    setChosen((before) => [...before.filter(({ id }) => id !== entry.id), ...(on ? [entry] : [])]);
  // A list shows beginnings only: nothing that they say may be lost.
  const merge = async () => {
    setReading(true);
    try {
      const whole = chosen.map(({ id }) => api.get<MemoryEntry>(`/agents/${agentId}/memory/entries/${id}`));
      setWriting(await Promise.all(whole));
    } catch (failure) {
      toast.error(problemSentence(tProblem, failure));
    } finally {
      setReading(false);
    }
  };
  const done = () => {
    setWriting(null);
    setChosen([]);
    void refetch();
  };

  return (
    <>
      <EntryFiltersBar value={filters} onChange={setFilters}>
        <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setWriting("new")}>
          {t("newEntry")}
        </Button>
      </EntryFiltersBar>
      {chosen.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-3 rounded-control bg-accent-soft px-3 py-2 text-sm">
          <span className="flex-1">{t("chosen", { count: chosen.length })}</span>
          <Button size="sm" disabled={chosen.length < 2} loading={reading} onClick={() => void merge()}>
            {t("merge")}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setChosen([])}>
            {t("chooseNone")}
          </Button>
        </div>
      )}
      <div aria-live="polite">
        {error && <p className="py-6 text-center text-danger text-sm">{problemSentence(tProblem, error)}</p>}
        {!error && entries.length === 0 && (
          <EmptyState
            title={isFiltered ? t("nothingFound") : t("noEntries")}
            body={isFiltered ? t("nothingFoundBody") : t("noEntriesBody")}
            className="rounded-card border border-line border-dashed"
          />
        )}
      </div>
      {entries.length > 0 && (
        <ul aria-label={t("entries")} className="divide-y divide-line rounded-card border border-line bg-surface">
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              agentId={agentId}
              entry={entry}
              chosen={chosen.some(({ id }) => id === entry.id)}
              onChoose={(on) => choose(entry, on)}
              onTag={(tag) => setFilters({ ...filters, tag })}
              onChanged={() => void refetch()}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-4 text-center">
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      )}
      {writing && (
        <EntryDialog
          agentId={agentId}
          merged={writing === "new" ? null : writing}
          onClose={() => setWriting(null)}
          onDone={done}
        />
      )}
    </>
  );
}
