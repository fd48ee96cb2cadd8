"use client";

import clsx from "clsx";
import { Ellipsis, GitBranch } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";
import { lazy, memo, Suspense, useRef, useState } from "react";
import { surely } from "@/app/_components/surely";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Menu } from "@/app/_components/ui/menu";
import { Spinner } from "@/app/_components/ui/spinner";
import type { Session } from "@/lib/http/contract/sessions";
import { useSessionMenuItems } from "./session-menu-items";
import type { SessionActions } from "./use-session-actions";

const SessionRename = lazy(
  surely(() => import("./session-rename").then((field) => ({ default: field.SessionRename }))),
);

export type SessionRowProps = {
  session: Session;
  isCurrent: boolean;
  /** Whether Tab reaches this row; the arrow keys reach the others from it. */
  isTabStop: boolean;
  actions: SessionActions;
  onFocusRow: (id: string) => void;
  onDelete: (session: Session) => void;
};

export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, isCurrent, isTabStop, actions, onFocusRow, onDelete } = props;
  const t = useTranslations("shell");
  const link = useRef<HTMLAnchorElement>(null);
  const [renaming, setRenaming] = useState(false);
  const title = session.title || t("untitled");
  const items = useSessionMenuItems(session, actions, {
    onRename: () => setRenaming(true),
    onDelete: () => onDelete(session),
  });

  if (renaming) {
    return (
      <li className="px-3">
        <Suspense fallback={<div className="h-8.5" />}>
          <SessionRename
            label={t("renameLabel", { title })}
            title={session.title}
            onDone={(typed, byKey) => {
              setRenaming(false);
              if (typed !== null) actions.rename(session, typed);
              if (byKey) requestAnimationFrame(() => link.current?.focus());
            }}
          />
        </Suspense>
      </li>
    );
  }
  return (
    <li className="group/row relative px-3">
      <Link
        ref={link}
        href={`/c/${session.id}`}
        prefetch={false}
        data-session-row={session.id}
        aria-current={isCurrent ? "page" : undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => onFocusRow(session.id)}
        onDoubleClick={() => setRenaming(true)}
        onKeyDown={(event) => {
          if (event.key === "F2") setRenaming(true);
          else if (event.key === "Delete") onDelete(session);
          else return;
          event.preventDefault();
        }}
        className={clsx(
          "touch-target flex h-8.5 items-center gap-2 rounded-control px-2.5 text-sm transition-colors duration-75",
          // Room for the menu, only while it shows.
          "group-focus-within/row:pr-9 group-hover/row:pr-9 group-has-aria-expanded/row:pr-9 pointer-coarse:pr-11",
          "focus-visible:-outline-offset-2",
          isCurrent ? "bg-ink/8 font-medium text-ink" : "text-ink-muted hover:bg-ink/5 hover:text-ink",
        )}
      >
        {/* Its title tells it from the original only at its end, which a narrow row cuts off. */}
        {session.forked_from && (
          <span className="shrink-0">
            <GitBranch aria-hidden="true" size={14} className="text-ink-faint" />
            <span className="sr-only">{t("branch")}</span>
          </span>
        )}
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {title}
        </span>
        <RowState running={session.active_run_id !== null} label={t("running")} />
      </Link>
      <div
        className={clsx(
          "absolute inset-y-0 right-4 flex items-center opacity-0 transition-opacity duration-75",
          "focus-within:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:right-3 pointer-coarse:opacity-100",
        )}
      >
        <Menu
          align="start"
          trigger={
            <IconButton size="sm" label={t("moreActions", { title })} tabIndex={isTabStop ? 0 : -1}>
              <Ellipsis aria-hidden="true" size={16} />
            </IconButton>
          }
          items={items}
        />
      </div>
    </li>
  );
});

/** A quiet pulse while an answer is being written there; a spinner while the conversation is on its way here. */
function RowState({ running, label }: { running: boolean; label: string }) {
  const { pending } = useLinkStatus();
  if (pending) return <Spinner size={13} className="shrink-0 text-ink-faint" />;
  if (!running) return null;
  return (
    <span className="shrink-0">
      <span aria-hidden="true" className="block size-2 animate-pulse-quiet rounded-full bg-accent" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
