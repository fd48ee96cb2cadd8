"use client";

import { useEffect, useRef } from "react";
import { controlClass } from "@/app/_components/ui/input";

/**
 * A title as a field in its place. Enter or leaving keeps what was typed, Escape does not (null). `byKey`: the focus is
 * still here and wants a new place.
 */
export function SessionRename({
  label,
  title,
  onDone,
}: {
  label: string;
  title: string;
  onDone: (typed: string | null, byKey: boolean) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    // After the menu that led here has given the focus back.
    const frame = requestAnimationFrame(() => field.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
  const finish = (typed: string | null, byKey: boolean) => {
    if (done.current) return;
    done.current = true;
    onDone(typed, byKey);
  };
  return (
    <input
      ref={field}
      aria-label={label}
      defaultValue={title}
      maxLength={300}
      dir="auto"
      enterKeyHint="done"
      onBlur={(event) => finish(event.target.value, false)}
      onKeyDown={(event) => {
        // Enter and Escape inside an input method choose or drop its candidates.
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(event.currentTarget.value, true);
        else if (event.key === "Escape") finish(null, true);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className={`${controlClass} touch-target h-8.5 px-2.5`}
    />
  );
}
