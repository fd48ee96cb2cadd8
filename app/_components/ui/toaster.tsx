"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { type ToastNote, toastStore } from "./toast";

// Fetched with the first note.
const Note = lazy(() => import("./toast-note"));

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
      className="pointer-events-none fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+9rem)] z-80 flex flex-col items-center gap-2"
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
