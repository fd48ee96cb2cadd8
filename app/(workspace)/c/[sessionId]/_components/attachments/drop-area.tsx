"use client";

import { Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** Takes files that are dropped anywhere on the page, and says so while they are held over it. */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslations("conversation.files");
  const [over, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;

  useEffect(() => {
    // Every element that the pointer comes over tells of it: inside is whoever was entered and not left.
    let depth = 0;
    const leave = () => {
      depth = 0;
      setOver(false);
    };
    const listeners = {
      dragenter(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth++;
        setOver(true);
      },
      dragover(event: DragEvent) {
        // Else the browser would open the file in the place of the page.
        if (hasFiles(event)) event.preventDefault();
      },
      dragleave(event: DragEvent) {
        if (hasFiles(event) && --depth <= 0) leave();
      },
      drop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        leave();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) latest.current(files);
      },
    };
    const abort = new AbortController();
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener, { signal: abort.signal });
    }
    return () => abort.abort();
  }, []);

  if (!over) return null;
  // Over the sidebar as well, which stands in a layer of its own.
  return createPortal(
    <div
      data-testid="drop-overlay"
      className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-canvas/85 p-6 backdrop-blur-[2px]"
    >
      <div className="flex flex-col items-center gap-3 rounded-card border-2 border-accent border-dashed bg-surface px-10 py-8 text-center">
        <Paperclip aria-hidden="true" size={28} className="text-accent" />
        <p className="font-semibold">{t("drop")}</p>
        <p className="text-ink-muted text-sm">{t("dropHint")}</p>
      </div>
    </div>,
    document.body,
  );
}
