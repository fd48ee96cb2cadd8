"use client";

import { Archive, MessageSquare, Pin, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useCallback, useMemo } from "react";
import type { SessionFilters } from "@/app/_components/query-keys";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { Skeleton } from "@/app/_components/ui/skeleton";
import type { Session } from "@/lib/http/contract/sessions";
import { ListEnd, loadFailures } from "./list-end";
import { groupSessions } from "./session-groups";
import { archivedList, pinnedList, recentList, searchList } from "./session-list-options";
import { SessionNav, useGroupLabel } from "./session-nav";
import { useListsInStep } from "./use-lists-in-step";
import { useSessionList } from "./use-session-list";

const ListFailed = lazy(() => loadFailures().then((failures) => ({ default: failures.ListFailed })));

/** The usual list: the pinned first, the others by when something last happened in them. */
export function RecentSessions({
  now,
  timeZone,
  userId,
  onRemoved,
}: {
  now: Date;
  timeZone: string;
  userId: string;
  onRemoved: (id: string) => void;
}) {
  const t = useTranslations("shell");
  const pinned = useSessionList(pinnedList);
  const recent = useSessionList(recentList);
  const label = useGroupLabel();
  const busy = [...pinned.sessions, ...recent.sessions].some(({ active_run_id }) => active_run_id !== null);
  useListsInStep(userId, busy, onRemoved);

  // All of the pinned are wanted at once: there are few, and they stand above the rest.
  const { fetchNextPage: morePinned } = pinned;
  const morePins = useCallback(() => void morePinned(), [morePinned]);
  const byTime = useMemo(() => groupSessions(recent.sessions, now, timeZone), [recent.sessions, now, timeZone]);
  const groups = [
    ...(pinned.sessions.length > 0
      ? [{ key: "pinned", label: <PinnedLabel text={t("pinned")} />, sessions: pinned.sessions }]
      : []),
    ...byTime.map((group) => ({ key: group.period, label: label(group), sessions: group.sessions })),
  ];

  if (recent.isPending || pinned.isPending) return <ListSkeleton />;
  if (recent.isError && !recent.data) return <Failed onRetry={() => void recent.refetch()} />;
  return (
    <SessionNav groups={groups}>
      <ListEnd
        hasMore={pinned.hasNextPage}
        isLoading={pinned.isFetchingNextPage}
        failed={pinned.isFetchNextPageError}
        label={t("loading")}
        onMore={morePins}
      />
      {groups.length === 0 && !recent.hasNextPage && (
        <EmptyState
          icon={<MessageSquare aria-hidden="true" size={22} />}
          title={t("emptyTitle")}
          body={t("emptyBody")}
        />
      )}
      <MoreOf list={recent} label={t("loading")} />
    </SessionNav>
  );
}

/** Titles with these words, in the usual list or in the archive. */
export function FoundSessions({ q, archived }: { q: string; archived: boolean }) {
  const t = useTranslations("shell");
  const filters = useMemo(() => searchList(q, archived), [q, archived]);
  return (
    <FlatList
      filters={filters}
      label={t("results")}
      searching
      empty={
        <EmptyState
          icon={<SearchX aria-hidden="true" size={22} />}
          title={t("emptySearchTitle")}
          body={t("emptySearchBody")}
        />
      }
    />
  );
}

export function ArchivedSessions() {
  const t = useTranslations("shell");
  return (
    <FlatList
      filters={archivedList}
      label={t("archived")}
      empty={
        <EmptyState
          icon={<Archive aria-hidden="true" size={22} />}
          title={t("emptyArchiveTitle")}
          body={t("emptyArchiveBody")}
        />
      }
    />
  );
}

function FlatList({
  filters,
  label,
  empty,
  searching = false,
}: {
  filters: SessionFilters;
  label: string;
  empty: React.ReactNode;
  searching?: boolean;
}) {
  const t = useTranslations("shell");
  const list = useSessionList(filters);
  if (list.isPending) return <ListSkeleton />;
  if (list.isError && !list.data) return <Failed onRetry={() => void list.refetch()} />;
  const groups: { key: string; label: string; sessions: Session[] }[] =
    list.sessions.length > 0 ? [{ key: "found", label, sessions: list.sessions }] : [];
  return (
    <div className={list.isPlaceholderData ? "opacity-60 transition-opacity" : undefined}>
      <SessionNav groups={groups}>
        {list.sessions.length === 0 && !list.hasNextPage && !list.isPlaceholderData && empty}
        <MoreOf list={list} label={searching ? t("searching") : t("loading")} />
      </SessionNav>
    </div>
  );
}

function MoreOf({ list, label }: { list: ReturnType<typeof useSessionList>; label: string }) {
  const { fetchNextPage } = list;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <ListEnd
      hasMore={list.hasNextPage}
      isLoading={list.isFetchingNextPage}
      failed={list.isFetchNextPageError}
      label={label}
      onMore={onMore}
    />
  );
}

function PinnedLabel({ text }: { text: string }) {
  return (
    <>
      <Pin aria-hidden="true" size={12} />
      {text}
    </>
  );
}

const widths = ["w-4/5", "w-3/5", "w-2/3", "w-1/2", "w-3/4", "w-2/5", "w-2/3"];

function ListSkeleton() {
  const t = useTranslations("shell");
  return (
    <div role="status" aria-label={t("loading")} className="px-5.5 pt-3">
      <Skeleton className="mb-4 h-3 w-16" />
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: seven lines that never change
        <div key={index} className="flex h-8.5 items-center">
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Suspense fallback={null}>
      <ListFailed onRetry={onRetry} />
    </Suspense>
  );
}
