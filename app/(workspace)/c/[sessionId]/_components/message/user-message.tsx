"use client";

import { useTranslations } from "next-intl";
import { lazy, memo, type ReactNode, Suspense, useState } from "react";
import { surely } from "@/app/_components/surely";
import type { Message } from "@/lib/http/contract/messages";
import { filesOf } from "../attachments/attachment";
import { SentFiles } from "../attachments/sent-files";
import { MessageBar } from "./message-bar";
import { sourceOf } from "./message-text";

export const loadEditor = surely(() =>
  import("./message-editor").then((editor) => ({ default: editor.MessageEditor })),
);
const MessageEditor = lazy(loadEditor);

export const UserMessage = memo(function UserMessage({
  message,
  editing,
  found,
}: {
  message: Message;
  editing: boolean;
  /** A search has led to it: what was found may stand anywhere in it. */
  found: boolean;
}) {
  if (editing) {
    return (
      <Suspense fallback={<UserBubble text={sourceOf(message)} faint />}>
        <MessageEditor message={message} />
      </Suspense>
    );
  }
  return (
    <div className="flex flex-col items-end">
      {message.name && <p className="mb-1 pr-1 text-ink-faint text-xs">{message.name}</p>}
      <UserWords message={message} startUnfolded={found} />
      <MessageBar message={message} align="end" />
    </div>
  );
});

/** What a person said: their files, and their words where there are any. */
export function UserWords({
  message,
  faint = false,
  startUnfolded = false,
}: {
  message: Message;
  faint?: boolean;
  startUnfolded?: boolean;
}) {
  const files = filesOf(message);
  const text = sourceOf(message);
  return (
    <>
      {files.length > 0 && <SentFiles files={files} />}
      {(text.trim() !== "" || files.length === 0) && (
        <UserBubble text={text} faint={faint} startUnfolded={startUnfolded} />
      )}
    </>
  );
}

/** More than this of a pasted text is folded. */
const FOLD_AT = 3_000;
const FOLDED = 1_600;

export function UserBubble({
  text,
  children,
  faint = false,
  startUnfolded = false,
}: {
  text: string;
  children?: ReactNode;
  faint?: boolean;
  startUnfolded?: boolean;
}) {
  const t = useTranslations("conversation");
  const [unfolded, setUnfolded] = useState(startUnfolded);
  const long = text.length > FOLD_AT;
  const shown = long && !unfolded ? `${text.slice(0, FOLDED).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
  return (
    <div
      className={`wrap-anywhere min-w-0 max-w-[min(85%,36rem)] rounded-[20px] rounded-br-md bg-ink/6 px-4 py-2.5 leading-[1.65] ${faint ? "opacity-60" : ""}`}
    >
      <div dir="auto" data-words className="whitespace-pre-wrap" style={{ unicodeBidi: "plaintext" }}>
        {shown}
      </div>
      {long && (
        <button
          type="button"
          className="mt-1.5 rounded font-medium text-accent text-sm"
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? t("showLess") : t("showAll", { count: text.length })}
        </button>
      )}
      {children}
    </div>
  );
}
