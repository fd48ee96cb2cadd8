"use client";

import clsx from "clsx";
import { Command } from "cmdk";
import { Search, X } from "lucide-react";
import { useParams, usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import * as RadixDialog from "radix-ui/dialog";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { LazyWords } from "@/app/_components/lazy-words";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Spinner } from "@/app/_components/ui/spinner";
import { useTyped } from "../use-typed";
import type { Entry, EntryGroup } from "./entry";
import { pageCommands } from "./page-commands";
import { useFound } from "./use-found";
import { useGroups } from "./use-groups";

const TYPING_PAUSE_MS = 120;
const MOST_TYPED = 1_000;

type Props = { manages: boolean; onClose: () => void };

/** Finds whatever there is and does whatever can be done, by keyboard alone. */
export default function Palette(props: Props) {
  return (
    <LazyWords of="search">
      <PaletteDialog {...props} />
    </LazyWords>
  );
}

function PaletteDialog({ manages, onClose }: Props) {
  const t = useTranslations("search.palette");
  const [opener] = useState(() => document.activeElement);
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-70 animate-fade bg-scrim max-sm:hidden" />
        <RadixDialog.Content
          aria-describedby={undefined}
          // Escape in the middle of a composition is about that.
          onEscapeKeyDown={(event) => event.isComposing && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // What was chosen may hold the focus by now.
            if (document.activeElement !== document.body) return;
            const heir =
              opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById("content");
            heir?.focus({ preventScroll: true });
          }}
          className={clsx(
            "fixed z-70 flex flex-col overflow-hidden bg-raised text-ink shadow-raised outline-none",
            "inset-0 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]",
            "sm:inset-x-0 sm:top-[12dvh] sm:bottom-auto sm:mx-auto sm:max-h-[70dvh] sm:w-[calc(100%-3rem)] sm:max-w-2xl sm:animate-enter sm:rounded-card sm:p-0",
          )}
        >
          <RadixDialog.Title className="sr-only">{t("label")}</RadixDialog.Title>
          <Finder manages={manages} onClose={onClose} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function Finder({ manages, onClose }: Props) {
  const t = useTranslations("search.palette");
  const router = useRouter();
  const pathname = usePathname();
  const { agentId } = useParams<{ agentId?: string }>();
  const [page] = useState(pageCommands);
  const { typed, settled: q, ahead, setTyped, field } = useTyped("", TYPING_PAUSE_MS);
  const found = useFound(q, page.session?.agent_id ?? agentId ?? null);
  const groups = useGroups(typed.trim(), q, found, page, manages);
  const [selected, setSelected] = useState("");
  const entries = groups.flatMap((group) => group.entries);
  const waiting = ahead || found.busy;

  // Where a person goes from here is where they want to be: the palette is gone before it.
  const choose = ({ go }: Entry) => {
    onClose();
    if (typeof go === "function") go();
    else if (go !== pathname) router.push(go);
  };

  const [first] = entries;
  // Whether somebody has chosen another line than the first since they typed.
  const moved = useRef(false);
  const current = (moved.current && entries.find(({ id }) => id === selected)) || first;
  // Pressed before what was typed has been looked up: it means the best of what is coming, not of what was there before.
  const hasty = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    hasty.current = false;
    if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) moved.current = true;
    if (event.key !== "Enter" || !waiting || !current) return;
    const known = groups.some(({ id, entries }) => !LOOKED_UP.has(id) && entries.includes(current));
    if (known) return;
    event.preventDefault();
    hasty.current = true;
  };
  useEffect(() => {
    if (waiting || !hasty.current || !current) return;
    hasty.current = false;
    choose(current);
  });
  useEffect(() => {
    void typed;
    moved.current = false;
  }, [typed]);
  useEffect(() => {
    if (current) setSelected(current.id);
  }, [current]);

  return (
    <Command
      label={t("label")}
      shouldFilter={false}
      vimBindings={false}
      loop
      value={selected}
      onValueChange={setSelected}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-14 shrink-0 items-center gap-3 border-line border-b ps-4 pe-2">
        <Search aria-hidden="true" size={18} className="shrink-0 text-ink-faint" />
        <Command.Input
          {...field}
          onValueChange={setTyped}
          placeholder={t("placeholder")}
          maxLength={MOST_TYPED}
          enterKeyHint="go"
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        {waiting && typed.trim() !== "" && <Spinner size={16} className="shrink-0 text-ink-faint" />}
        <IconButton label={t("close")} onClick={onClose} className="sm:pointer-fine:hidden">
          <X aria-hidden="true" size={18} />
        </IconButton>
      </div>
      <Command.List
        label={t("label")}
        onPointerMove={() => {
          moved.current = true;
        }}
        className="scroll-quiet min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map((group) => (
          <Group key={group.id} group={group} onChoose={choose} />
        ))}
        {typed.trim() !== "" && entries.length === 1 && !waiting && !found.failed && (
          <div className="px-6 py-8 text-center">
            <p className="font-medium text-sm">{t("none")}</p>
            <p className="mt-1 text-[13px] text-ink-muted">{t("noneBody")}</p>
          </div>
        )}
      </Command.List>
      {found.failed && <Failed onAgain={found.again} />}
      <p role="status" className="sr-only">
        {waiting || typed.trim() === "" ? "" : t("status", { count: entries.length - 1 })}
      </p>
      <Hints />
    </Command>
  );
}

/** What comes by itself, and what stands in its place until then. */
const LOOKED_UP = new Set(["conversations", "messages", "memory", "everything"]);

function Group({ group, onChoose }: { group: EntryGroup; onChoose: (entry: Entry) => void }) {
  return (
    <Command.Group
      value={group.id}
      heading={group.label || undefined}
      className={clsx(
        "mb-1 transition-opacity [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:text-xs",
        group.stale && "opacity-60",
      )}
    >
      {group.entries.map((entry) => (
        <Command.Item
          key={entry.id}
          value={entry.id}
          onSelect={() => onChoose(entry)}
          className="touch-target flex cursor-pointer scroll-my-1 items-start gap-3 rounded-control px-2.5 py-2 text-sm leading-5 data-[selected=true]:bg-ink/7"
        >
          <span className="mt-0.5 flex w-5 shrink-0 justify-center text-ink-muted">{entry.icon}</span>
          <span className="min-w-0 flex-1">
            <span className="block truncate" dir="auto">
              {entry.title}
            </span>
            {entry.detail && (
              <span className="wrap-anywhere line-clamp-2 text-[13px] text-ink-muted" dir="auto">
                {entry.detail}
              </span>
            )}
          </span>
          {entry.aside && (
            <span className="max-w-[35%] shrink-0 truncate text-ink-faint text-xs leading-5" dir="auto">
              {entry.aside}
            </span>
          )}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Failed({ onAgain }: { onAgain: () => void }) {
  const t = useTranslations("search.palette");
  const tCommon = useTranslations("common");
  return (
    <p role="alert" className="flex items-center gap-3 border-line border-t px-4 py-2 text-danger text-sm">
      {t("failed")}
      <button type="button" className="touch-target rounded font-medium text-accent" onClick={onAgain}>
        {tCommon("tryAgain")}
      </button>
    </p>
  );
}

/** The keys, for those who have them. */
function Hints() {
  const t = useTranslations("search.palette");
  const hints = [
    ["↑ ↓", t("hintMove")],
    ["↵", t("hintOpen")],
    ["Esc", t("hintClose")],
  ];
  return (
    <div
      aria-hidden="true"
      className="hidden shrink-0 gap-4 border-line border-t px-4 py-2 text-ink-faint text-xs sm:pointer-fine:flex"
    >
      {hints.map(([keys, does]) => (
        <span key={keys} className="flex items-center gap-1.5">
          <kbd className="rounded bg-ink/6 px-1.5 font-sans leading-5">{keys}</kbd>
          {does}
        </span>
      ))}
    </div>
  );
}
