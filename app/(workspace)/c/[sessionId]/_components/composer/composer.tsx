"use client";

import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { IconButton } from "@/app/_components/ui/icon-button";
import { isSendKey } from "./send-key";
import { useAutosize } from "./use-autosize";
import { useDraft } from "./use-draft";

export type ComposerHandle = {
  focus(): void;
  /** Puts a text before what is being typed. */
  insert(text: string): void;
  /** The same, unless what is being typed has it already. */
  suggest(text: string): void;
};

type Props = {
  handle?: Ref<ComposerHandle>;
  /** Whose draft this is. */
  conversation: string;
  /** False leaves the text where it is. */
  onSubmit: (text: string) => boolean;
  running: boolean;
  stopping?: boolean;
  onStop?: () => void;
  autoFocus?: boolean;
  /** Below the text, at its start and before the button. */
  tools?: ReactNode;
  meter?: ReactNode;
};

/** Where messages are written. What is typed concerns nothing else on the screen, so that typing stays quick. */
export function Composer({
  handle,
  conversation,
  onSubmit,
  running,
  stopping = false,
  onStop,
  autoFocus = false,
  tools,
  meter,
}: Props) {
  const t = useTranslations("conversation");
  const [text, setText] = useDraft(conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  useAutosize(field, text);

  useEffect(() => {
    // On a phone the keyboard would come up unasked.
    if (autoFocus && matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus(),
    insert(inserted) {
      setText(text.trim() === "" ? inserted : `${inserted}\n\n${text}`);
      field.current?.focus();
    },
    suggest(suggested) {
      // After a reload it stands in the draft already.
      if (!text.includes(suggested)) setText(text.trim() === "" ? suggested : `${suggested}\n\n${text}`);
      field.current?.focus();
    },
  }));

  const usable = text.trim() !== "";
  const submit = () => {
    if (usable && onSubmit(text)) setText("");
    field.current?.focus();
  };

  return (
    <div className="rounded-[22px] border border-line-strong/45 bg-surface shadow-[0_1px_3px_var(--shadow-color)] transition-colors focus-within:border-line-strong">
      <textarea
        ref={field}
        value={text}
        rows={1}
        dir="auto"
        aria-label={t("composerLabel")}
        placeholder={t("placeholder")}
        className="scroll-quiet field-sizing-content block max-h-[min(40dvh,22rem)] min-h-13 w-full resize-none bg-transparent px-4.5 pt-3.5 pb-1 leading-6 outline-none pointer-coarse:text-base"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          submit();
        }}
      />
      <div className="flex items-center gap-1 px-2 pb-2">
        <div className="flex min-w-0 flex-1 items-center">{tools}</div>
        {meter}
        {running && !usable ? (
          <IconButton
            label={t("stop")}
            variant="primary"
            className="rounded-full"
            aria-busy={stopping || undefined}
            disabled={stopping}
            onClick={onStop}
          >
            <Square aria-hidden="true" size={13} fill="currentColor" />
          </IconButton>
        ) : (
          <>
            {running && (
              <IconButton
                label={t("stop")}
                variant="secondary"
                className="rounded-full"
                disabled={stopping}
                onClick={onStop}
              >
                <Square aria-hidden="true" size={12} fill="currentColor" />
              </IconButton>
            )}
            <IconButton
              label={running ? t("queueMessage") : t("send")}
              variant="primary"
              className="rounded-full"
              disabled={!usable}
              onClick={submit}
            >
              <ArrowUp aria-hidden="true" size={19} strokeWidth={2.25} />
            </IconButton>
          </>
        )}
      </div>
    </div>
  );
}
