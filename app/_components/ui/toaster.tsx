"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { loadErrorPanel } from "../error-status";
import { surely, whenQuiet } from "../surely";
import { type ToastNote, toastStore } from "./toast";

const loadNote = surely(() => import("./toast-note"));
const Note = lazy(loadNote);

const none: readonly ToastNote[] = [];

/** Where toasts appear, once a page: below the header and beside the sidebar, off all that is pressed. A pointer or the focus on them holds the clock. */
export function Toaster() {
  const t = useTranslations("common");
  const notes = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const [held, setHeld] = useState(false);
  useEffect(() => whenQuiet(loadNote, loadErrorPanel), []);
  return (
    <section
      aria-label={t("notifications")}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-[calc(env(safe-area-inset-top)+3.75rem)] z-80 flex flex-col items-center gap-2 md:max-lg:left-73"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Suspense fallback={null}>
        {notes.map((note) => (
          <Note key={note.id} note={note} held={held} closeLabel={t("close")} />
        ))}
      </Suspense>
    </section>
  );
}
