"use client";

import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { IconButton } from "@/app/_components/ui/icon-button";
import { AttachButton } from "../attachments/attach-button";
import type { Attachment } from "../attachments/attachment";
import { DropArea } from "../attachments/drop-area";
import { UploadChips } from "../attachments/upload-chips";
import { uploads } from "../attachments/uploads";
import { useUploads } from "../attachments/use-uploads";
import { isSendKey } from "./send-key";
import { useAutosize } from "./use-autosize";
import { useDraft } from "./use-draft";

export type ComposerHandle = {
  focus(): void;
  /** Puts a text before what is being typed, and files beside it. */
  insert(text: string, files?: readonly Attachment[]): void;
  /** The same, unless what is being typed has it already. */
  suggest(text: string): void;
};

type Props = {
  handle?: Ref<ComposerHandle>;
  /** Whose draft this is. */
  conversation: string;
  /** False leaves the text where it is. */
  onSubmit: (text: string, files: readonly Attachment[]) => boolean;
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
    insert(inserted, files = []) {
      if (files.length > 0) uploads.put(conversation, files);
      if (inserted.trim() !== "") setText(text.trim() === "" ? inserted : `${inserted}\n\n${text}`);
      field.current?.focus();
    },
    suggest(suggested) {
      // After a reload it stands in the draft already.
      if (!text.includes(suggested)) setText(text.trim() === "" ? suggested : `${suggested}\n\n${text}`);
      field.current?.focus();
    },
  }));

  const list = useUploads(conversation);
  const [waiting, setWaiting] = useState(false);
  const coming = list.some(({ state }) => state === "uploading");
  const refused = list.some(({ state }) => state === "refused");
  const usable = (text.trim() !== "" || list.length > 0) && !refused;
  const submit = () => {
    field.current?.focus();
    if (!usable) return;
    // It goes out by itself when the last file is there.
    if (coming) return setWaiting(true);
    const files = list.flatMap((upload) => (upload.state === "ready" ? [upload.file] : []));
    if (!onSubmit(text, files)) return;
    uploads.take(conversation);
    setText("");
  };
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    if (!waiting || coming) return;
    setWaiting(false);
    if (!refused) latest.current();
  }, [waiting, coming, refused]);
  const addFiles = (files: File[]) => {
    if (files.length === 0) return;
    uploads.add(conversation, files);
    field.current?.focus();
  };

  return (
    <div className="rounded-[22px] border border-line-strong/45 bg-surface shadow-[0_1px_3px_var(--shadow-color)] transition-colors focus-within:border-line-strong">
      <DropArea onFiles={addFiles} />
      {list.length > 0 && <UploadChips list={list} onRemove={(key) => uploads.remove(conversation, key)} />}
      <textarea
        ref={field}
        value={text}
        rows={1}
        dir="auto"
        aria-label={t("composerLabel")}
        placeholder={t("placeholder")}
        className="scroll-quiet field-sizing-content block max-h-[min(40dvh,22rem)] min-h-13 w-full resize-none bg-transparent px-4.5 pt-3.5 pb-1 leading-6 outline-none pointer-coarse:text-base"
        onChange={(event) => {
          setText(event.target.value);
          setWaiting(false);
        }}
        onPaste={(event) => {
          // Spreadsheets and word processors bring a picture of the text beside the text.
          const { files, types } = event.clipboardData;
          if (files.length === 0 || types.includes("text/plain")) return;
          event.preventDefault();
          addFiles([...files]);
        }}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          submit();
        }}
      />
      <div className="flex items-center gap-1 px-2 pb-2">
        <AttachButton onFiles={addFiles} />
        <div className="flex min-w-0 flex-1 items-center">{tools}</div>
        {waiting && (
          <span role="status" className="truncate px-1 text-ink-muted text-xs">
            {t("files.waiting")}
          </span>
        )}
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
