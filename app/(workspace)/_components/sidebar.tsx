"use client";

import { Archive, ArrowLeft, PanelLeftClose, Search, SquarePen, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { Logo } from "@/app/_components/logo";
import { IconButton } from "@/app/_components/ui/icon-button";
import { AccountMenu } from "./account-menu";
import { PaletteButton } from "./palette/palette-button";
import { ArchivedSessions, FoundSessions, RecentSessions } from "./session-lists";
import type { ShellAgent, ShellUser, ShellWorkspace } from "./shell";
import { useShell } from "./shell-context";
import { SidebarAgents } from "./sidebar-agents";
import { useToday } from "./use-today";

const TYPING_PAUSE_MS = 180;

export function Sidebar({
  user,
  workspaces,
  now: serverNow,
  timeZone,
  agents,
  onRemovedElsewhere,
}: {
  user: ShellUser;
  workspaces: readonly ShellWorkspace[];
  now: number;
  timeZone: string;
  agents: readonly ShellAgent[];
  onRemovedElsewhere: (id: string) => void;
}) {
  const t = useTranslations("shell");
  const { closeSidebar } = useShell();
  const now = useToday(serverNow);
  const scroller = useRef<HTMLDivElement>(null);
  const [archive, setArchive] = useState(false);
  const [typed, setTyped] = useState("");
  const q = usePaused(typed.trim().slice(0, 200));
  const field = useRef<HTMLInputElement>(null);
  // What was typed before this code was there.
  useEffect(() => {
    if (field.current?.value) setTyped(field.current.value);
  }, []);

  // A different list starts at its top.
  const listKey = `${archive ? "archive" : "recent"} ${q}`;
  useEffect(() => {
    void listKey;
    scroller.current?.scrollTo(0, 0);
  }, [listKey]);

  return (
    <>
      <div className="flex h-13 shrink-0 items-center justify-between pr-2 pl-4">
        <Link href="/" aria-label={t("home")} className="touch-target inline-flex items-center rounded-control">
          <Logo />
        </Link>
        <IconButton label={t("closeSidebar")} data-sidebar-close onClick={closeSidebar}>
          <PanelLeftClose aria-hidden="true" size={18} />
        </IconButton>
      </div>

      <div className="space-y-2 px-3 pb-2">
        <Link
          href="/"
          aria-keyshortcuts="Control+Shift+O Meta+Shift+O"
          className="touch-target flex h-9 items-center gap-2.5 rounded-control border border-line-strong/50 bg-surface px-2.5 font-medium text-sm transition-colors duration-100 hover:border-line-strong"
        >
          <SquarePen aria-hidden="true" size={16} className="text-accent" />
          <span className="flex-1">{t("newConversation")}</span>
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus, and aria-keyshortcuts says the same */}
          <kbd aria-hidden="true" className="hidden font-sans text-ink-faint text-xs md:pointer-fine:block">
            <Shortcut />
          </kbd>
        </Link>
        <search className="relative block">
          <Search
            aria-hidden="true"
            size={15}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint"
          />
          <input
            ref={field}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape" && typed !== "") {
                event.preventDefault();
                setTyped("");
              } else if (event.key === "ArrowDown") {
                event.preventDefault();
                scroller.current?.querySelector<HTMLElement>("[data-session-row]:not([hidden] *)")?.focus();
              }
            }}
            aria-label={t("search")}
            placeholder={t("search")}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className="touch-target block h-9 w-full rounded-control border border-transparent bg-ink/6 pr-15 pl-8.5 text-base transition-colors duration-100 hover:bg-ink/8 focus:border-accent focus:bg-surface focus:outline-2 focus:outline-accent/30 focus:outline-offset-0 sm:text-sm [&::-webkit-search-cancel-button]:hidden"
          />
          {typed === "" ? (
            <PaletteButton className="absolute top-1/2 right-1 -translate-y-1/2" />
          ) : (
            <IconButton
              size="sm"
              label={t("clearSearch")}
              onClick={() => setTyped("")}
              className="absolute! top-1/2 right-1 -translate-y-1/2"
            >
              <X aria-hidden="true" size={14} />
            </IconButton>
          )}
        </search>
      </div>

      <div
        ref={scroller}
        className="scroll-quiet relative min-h-0 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain"
      >
        {/* As wide as the sidebar, the scrollbar's part too: its rows end where the search field above them ends. */}
        <div className="w-[100cqw]">
          {archive && (
            <div className="px-3 pt-1">
              <button
                type="button"
                onClick={() => setArchive(false)}
                className="touch-target flex h-8.5 w-full items-center gap-2 rounded-control px-2.5 text-ink-muted text-sm hover:bg-ink/5 hover:text-ink"
              >
                <ArrowLeft aria-hidden="true" size={16} />
                {t("back")}
              </button>
            </div>
          )}
          {/* Hidden while another list shows, not gone: it keeps its place and stays in step. */}
          <div hidden={archive || q !== ""}>
            <SidebarAgents agents={agents} />
            <RecentSessions now={now} timeZone={timeZone} userId={user.id} onRemoved={onRemovedElsewhere} />
          </div>
          {q !== "" ? <FoundSessions q={q} archived={archive} /> : archive && <ArchivedSessions />}
        </div>
      </div>

      <div className="shrink-0 border-line border-t px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        {!archive && (
          <button
            type="button"
            onClick={() => {
              setTyped("");
              setArchive(true);
            }}
            className="touch-target flex h-8.5 w-full items-center gap-2.5 rounded-control px-2.5 text-ink-muted text-sm hover:bg-ink/5 hover:text-ink"
          >
            <Archive aria-hidden="true" size={16} />
            {t("showArchived")}
          </button>
        )}
        <AccountMenu user={user} workspaces={workspaces} />
      </div>
    </>
  );
}

/** The value once typing has paused; empty at once. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    if (value === "") setPaused("");
    const timer = setTimeout(() => setPaused(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(value === "" ? "" : paused);
}

/** The keys of this platform; the server cannot know it, so it is filled in afterwards. */
function Shortcut() {
  const [keys, setKeys] = useState("");
  useEffect(() => {
    setKeys(/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘⇧O" : "Ctrl+Shift+O");
  }, []);
  return keys;
}
