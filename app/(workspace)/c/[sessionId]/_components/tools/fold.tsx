"use client";

import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** A line that unfolds. What is in it is not there before, however much of it there is. */
export function Fold({
  line,
  children,
  startOpen = false,
  onOpen,
  className,
}: {
  line: ReactNode;
  children: ReactNode;
  startOpen?: boolean;
  onOpen?: (open: boolean) => void;
  className?: string;
}) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(startOpen);
  // The browser unfolds it before there is a script, too.
  useEffect(() => setOpen(fold.current?.open ?? false), []);
  return (
    <details
      ref={fold}
      open={open}
      onToggle={(event) => {
        const { open: now } = event.currentTarget;
        // A fold in a fold tells its own.
        event.stopPropagation();
        setOpen(now);
        onOpen?.(now);
      }}
      className="text-sm"
    >
      <summary
        className={clsx(
          "touch-target flex min-h-9 list-none items-center gap-2.5 px-3 text-ink-muted hover:text-ink focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden",
          className,
        )}
      >
        {line}
        <ChevronRight
          aria-hidden="true"
          size={15}
          className={clsx("shrink-0 transition-transform", open && "rotate-90")}
        />
      </summary>
      {open && children}
    </details>
  );
}
