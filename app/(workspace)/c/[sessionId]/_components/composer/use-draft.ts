import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { readDraft, writeDraft } from "./drafts";

const WRITE_AFTER_MS = 250;

/** The text being typed, kept for this conversation in this browser until it is sent. */
export function useDraft(conversation: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unwritten = useRef<string | null>(null);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (unwritten.current !== null) writeDraft(conversation, unwritten.current);
    unwritten.current = null;
  }, [conversation]);

  // After hydration, since the server does not know it; before the paint, so that nothing is seen to change. What was
  // typed before the page's script came is kept.
  useLayoutEffect(() => {
    setText((typed) => typed || readDraft(conversation));
  }, [conversation]);

  useEffect(() => {
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [flush]);

  const change = useCallback(
    (next: string) => {
      setText(next);
      unwritten.current = next;
      clearTimeout(timer.current);
      if (next === "") flush();
      else timer.current = setTimeout(flush, WRITE_AFTER_MS);
    },
    [flush],
  );
  return [text, change];
}
