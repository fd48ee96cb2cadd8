"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { IconButton } from "./icon-button";
import { type ToastNote, toast, toastStore } from "./toast";

const none: readonly ToastNote[] = [];

/** Where toasts appear, once a page. A pointer or the focus on them holds the clock. */
export function Toaster() {
  const t = useTranslations("common");
  const notes = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const [held, setHeld] = useState(false);
  return (
    <section
      aria-label={t("notifications")}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+0.75rem)] z-80 flex flex-col items-center gap-2 sm:inset-x-auto sm:right-5 sm:bottom-5 sm:items-end"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {notes.map((note) => (
        <Note key={note.id} note={note} held={held} closeLabel={t("close")} />
      ))}
    </section>
  );
}

const dots = { neutral: "bg-ink-faint", success: "bg-success", danger: "bg-danger" };

function Note({ note, held, closeLabel }: { note: ToastNote; held: boolean; closeLabel: string }) {
  const left = useRef(note.duration);
  useEffect(() => {
    if (held) return;
    const from = performance.now();
    const timer = setTimeout(() => toast.dismiss(note.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - from;
    };
  }, [held, note.id]);

  return (
    <div
      role={note.tone === "danger" ? "alert" : undefined}
      className="pointer-events-auto flex w-full max-w-96 animate-enter items-center gap-3 rounded-xl bg-raised py-2 pr-2 pl-4 text-ink text-sm shadow-raised sm:w-auto sm:min-w-72"
    >
      <span aria-hidden="true" className={clsx("size-2 shrink-0 rounded-full", dots[note.tone])} />
      <p className="wrap-anywhere min-w-0 flex-1 py-1 leading-5">{note.message}</p>
      {note.action && (
        <button
          type="button"
          className="touch-target shrink-0 rounded-md px-2 py-1 font-medium text-accent hover:bg-accent-soft"
          onClick={() => {
            toast.dismiss(note.id);
            note.action?.onAction();
          }}
        >
          {note.action.label}
        </button>
      )}
      <IconButton size="sm" label={closeLabel} onClick={() => toast.dismiss(note.id)}>
        <X aria-hidden="true" size={15} />
      </IconButton>
    </div>
  );
}
