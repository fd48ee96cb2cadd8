"use client";

import { useTranslations } from "next-intl";
import { lazy, memo, Suspense, useMemo } from "react";
import { surely } from "@/app/_components/surely";
import type { Message } from "@/lib/http/contract/messages";
import { isCall, stateOf } from "../tools/call";
import { blocksOf } from "../tools/group-parts";
import { MessageBar } from "./message-bar";
import { CallsView, MessagePartView } from "./message-part";
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
  const blocks = blocksOf(parts);
  const last = parts.length - 1;
  const tail = blocks.at(-1);
  const speaks =
    tail?.kind === "part" && (tail.part.type === "text" || tail.part.type === "reasoning") && tail.part.text !== "";
  const asks = tail?.kind === "calls" && tail.parts.some((part) => isCall(part) && stateOf(part, running) === "asking");
  const { id: messageId, run_id: runId, truncated = false } = message;
  const answer = useMemo(
    () => ({ messageId, runId, running, shortened: truncated }),
    [messageId, runId, running, truncated],
  );
  return (
    <div aria-busy={running || undefined}>
      {message.name && <p className="mb-1 text-ink-faint text-xs">{message.name}</p>}
      <div className="flex flex-col gap-3">
        {blocks.map((block) =>
          block.kind === "calls" ? (
            <CallsView key={block.at} parts={block.parts} answer={answer} />
          ) : (
            <MessagePartView key={block.at} part={block.part} growing={running && block.at === last} />
          ),
        )}
        {running && !speaks && !asks && <Thinking tidying={tidying} />}
      </div>
      {reconnecting && running && (
        <p className="mt-2 animate-pulse-quiet text-ink-muted text-sm" role="status">
          {t("reconnecting")}
        </p>
      )}
      {(message.status === "interrupted" || message.status === "failed") && (
        <Suspense fallback={<div className="mt-3 h-12" />}>
          <AnswerNote message={message} newest={newest} />
        </Suspense>
      )}
      {running ? <div className="h-9" /> : <MessageBar message={message} align="start" pinned={newest} />}
    </div>
  );
});
