"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "./icon-button";
import { type ToastNote, toast } from "./toast";

const dots = { neutral: "bg-ink-faint", success: "bg-success", danger: "bg-danger" };

/** One note, for as long as its clock runs; `held` stops the clock. */
export default function Note({ note, held, closeLabel }: { note: ToastNote; held: boolean; closeLabel: string }) {
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
