"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/app/_components/ui/button";
import type { Message } from "@/lib/http/contract/messages";
import { filesOf } from "../attachments/attachment";
import { SentFiles } from "../attachments/sent-files";
import { isSendKey } from "../composer/send-key";
import { useAutosize } from "../composer/use-autosize";
import { useMessageActions } from "./actions-context";
import { sourceOf } from "./message-text";

/** A user's message being edited in its place. It says how many messages the resend takes away before it does. */
export function MessageEditor({ message }: { message: Message }) {
  const t = useTranslations("conversation");
  const actions = useMessageActions();
  const original = sourceOf(message);
  const [text, setText] = useState(original);
  const field = useRef<HTMLTextAreaElement>(null);
  useAutosize(field, text);
  const later = actions.countAfter(message);
  const files = filesOf(message);
  const usable = text.trim() !== "" || files.length > 0;

  useEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const row = useRef<HTMLDivElement>(null);
  const cancel = () => {
    const place = row.current?.closest("[data-message-id]");
    flushSync(() => actions.cancelEdit());
    // Back to the pencil it came from, which is a new one.
    const buttons = place?.querySelectorAll("button") ?? [];
    [...buttons].find((button) => button.ariaLabel === t("edit"))?.focus({ preventScroll: true });
  };
  const resend = () => usable && actions.resend(message, text);
  return (
    <div ref={row} className="rounded-card border border-line-strong bg-surface p-3 focus-within:border-accent">
      {files.length > 0 && <SentFiles files={files} />}
      <textarea
        ref={field}
        value={text}
        rows={1}
        dir="auto"
        aria-label={t("editLabel")}
        aria-describedby={`later-${message.id}`}
        className="scroll-quiet field-sizing-content max-h-[50dvh] w-full resize-none bg-transparent px-1 leading-[1.65] outline-none"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") cancel();
          if (!isSendKey(event)) return;
          event.preventDefault();
          resend();
        }}
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <p id={`later-${message.id}`} className="me-auto px-1 text-ink-muted text-sm">
          {t("editRemoves", { count: later })}
        </p>
        <Button size="sm" variant="ghost" onClick={cancel}>
          {t("cancel")}
        </Button>
        <Button size="sm" variant="primary" disabled={!usable} onClick={resend}>
          {t("resend")}
        </Button>
      </div>
    </div>
  );
}
