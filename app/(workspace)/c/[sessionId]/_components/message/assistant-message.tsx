"use client";

import { useTranslations } from "next-intl";
import { lazy, memo, Suspense } from "react";
import { surely } from "@/app/_components/surely";
import type { Message } from "@/lib/http/contract/messages";
import { MessageBar } from "./message-bar";
import { MessagePartView } from "./message-part";
import { partsOf } from "./message-text";
import { Thinking } from "./thinking";
import { useLiveMessage } from "./use-run-view";

/** Of an answer that is not whole. */
export const loadAnswerNote = surely(() => import("./answer-note").then((note) => ({ default: note.AnswerNote })));
const AnswerNote = lazy(loadAnswerNote);

export const AssistantMessage = memo(function AssistantMessage({
  message: stored,
  newest,
}: {
  message: Message;
  newest: boolean;
}) {
  const t = useTranslations("conversation");
  const { message, reconnecting, tidying } = useLiveMessage(stored);
  const running = message.status === "running";
  const parts = partsOf(message);
  const last = parts.length - 1;
  const tail = parts[last];
  const quiet = running && !((tail?.type === "text" || tail?.type === "reasoning") && tail.text !== "");
  return (
    <div aria-busy={running || undefined}>
      {message.name && <p className="mb-1 text-ink-faint text-xs">{message.name}</p>}
      <div className="flex flex-col gap-3">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
          <MessagePartView key={index} part={part} growing={running && index === last} />
        ))}
        {quiet && <Thinking tidying={tidying} />}
      </div>
      {reconnecting && running && (
        <p className="mt-2 animate-pulse-quiet text-ink-muted text-sm" role="status">
          {t("reconnecting")}
        </p>
      )}
      {message.truncated && <p className="mt-2 text-ink-faint text-sm">{t("shortened")}</p>}
      {(message.status === "interrupted" || message.status === "failed") && (
        <Suspense fallback={<div className="mt-3 h-12" />}>
          <AnswerNote message={message} newest={newest} />
        </Suspense>
      )}
      {running ? <div className="h-9" /> : <MessageBar message={message} align="start" pinned={newest} />}
    </div>
  );
});
