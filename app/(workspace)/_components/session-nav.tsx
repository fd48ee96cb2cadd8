"use client";

import { usePathname } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from "react";
import type { Session } from "@/lib/http/contract/sessions";
import { DeleteSessionDialog } from "./delete-session-dialog";
import { monthOf, type SessionGroup } from "./session-groups";
import { SessionRow } from "./session-row";
import { useSessionActions } from "./use-session-actions";

/** Groups of conversations as one list for the keyboard: one stop for Tab, arrows, Home and End inside. */
export function SessionNav({
  groups,
  before,
  children,
}: {
  groups: readonly { key: string; label: ReactNode; sessions: readonly Session[] }[];
  before?: ReactNode;
  children?: ReactNode;
}) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const actions = useSessionActions();
  const list = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [asked, setAsked] = useState<Session | null>(null);

  const all = groups.flatMap(({ sessions }) => sessions);
  const current = all.find(({ id }) => pathname === `/c/${id}`)?.id;
  const tabStop = all.some(({ id }) => id === focused) ? focused : (current ?? all[0]?.id);

  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-session-row]") ?? [])];
    const at = rows.indexOf(event.target as HTMLElement);
    if (at === -1) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    const row = to === undefined ? undefined : rows[to];
    if (!row) return;
    event.preventDefault();
    row.focus();
  };
  const remove = useCallback((session: Session) => actions.remove(session), [actions]);

  return (
    <nav ref={list} aria-label={t("conversations")} onKeyDown={onKeyDown} className="pb-4">
      {before}
      {groups.map(({ key, label, sessions }) => (
        <section key={key} aria-labelledby={`sessions-${key}`} className="mt-4 first:mt-1">
          <h2
            id={`sessions-${key}`}
            className="flex items-center gap-1.5 px-5.5 pb-1 font-medium text-ink-faint text-xs leading-5"
          >
            {label}
          </h2>
          <ul className="space-y-px">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isCurrent={session.id === current}
                isTabStop={session.id === tabStop}
                actions={actions}
                onFocusRow={setFocused}
                onDelete={setAsked}
              />
            ))}
          </ul>
        </section>
      ))}
      {children}
      <DeleteSessionDialog session={asked} onClose={() => setAsked(null)} onDelete={remove} />
    </nav>
  );
}

/** The name of a stretch of the list. */
export function useGroupLabel(): (group: SessionGroup) => string {
  const t = useTranslations("shell");
  const format = useFormatter();
  return ({ period }) => {
    const month = monthOf(period);
    if (month) return format.dateTime(month, { year: "numeric", month: "long", timeZone: "UTC" });
    return t(period as "today" | "yesterday" | "week" | "month");
  };
}
