import { type RefObject, useEffect, useState } from "react";
import { surely } from "@/app/_components/surely";
import type { WindowHandle } from "../window/message-window";

const loadMarks = surely(() => import("./mark-words"));

/**
 * Marks what a search has found in the message that it led to, until Escape or until the reader leaves. Answers that
 * message. A browser without highlights shows the message all the same.
 */
export function useFoundWords(
  messageId: string | null,
  words: string,
  handle: RefObject<WindowHandle | null>,
): string | null {
  const [dismissed, setDismissed] = useState<string | null>(null);
  const found = messageId !== null && words !== "" && dismissed !== words ? messageId : null;

  useEffect(() => {
    const pane = document.querySelector('[data-testid="message-window"]');
    if (!found || !pane || !("highlights" in CSS)) return;
    let left = false;
    let stop = () => {};
    void loadMarks().then(({ markWords }) => {
      if (!left) stop = markWords(pane, found, words, (place) => handle.current?.show(place));
    });
    return () => {
      left = true;
      stop();
    };
  }, [found, words, handle]);

  useEffect(() => {
    if (!found) return;
    const onKey = (event: KeyboardEvent) => {
      // What is open over the page, or a message being edited, has it first.
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      setDismissed(words);
      const url = new URL(window.location.href);
      url.searchParams.delete("q");
      window.history.replaceState(null, "", url);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [found, words]);
  return messageId !== null && words !== "" ? messageId : null;
}
