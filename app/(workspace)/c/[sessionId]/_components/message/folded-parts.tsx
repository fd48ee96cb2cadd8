"use client";

import { ChevronRight, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { LongMarkdown } from "./long-markdown";
import type { Part } from "./message-text";

/** Thoughts of a model, folded once they are over. */
export function Reasoning({ text, growing }: { text: string; growing: boolean }) {
  const t = useTranslations("conversation");
  const seconds = useDuration(growing);
  const title = growing ? t("thinking") : seconds === null ? t("thoughts") : t("thoughtFor", { seconds });
  return (
    <details className="group/fold text-ink-muted text-sm">
      <summary className="inline-flex list-none items-center gap-1 rounded py-0.5 hover:text-ink [&::-webkit-details-marker]:hidden">
        <span className={growing ? "animate-pulse-quiet" : ""}>{title}</span>
        <ChevronRight aria-hidden="true" size={15} className="transition-transform group-open/fold:rotate-90" />
      </summary>
      <div className="mt-2 border-line border-s-2 ps-4">
        <LongMarkdown text={text} growing={growing} />
      </div>
    </details>
  );
}

/** How long it took, where this tab saw it. */
function useDuration(growing: boolean): number | null {
  const began = useRef<number | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    if (growing) began.current ??= performance.now();
    else if (began.current !== null) setSeconds(Math.max(1, Math.round((performance.now() - began.current) / 1_000)));
  }, [growing]);
  return seconds;
}

export function ToolCall({ part }: { part: Part }) {
  const t = useTranslations("conversation");
  const name = "toolName" in part ? part.toolName : part.type.replace(/^tool-/, "");
  const state = "state" in part ? part.state : undefined;
  const failed = state === "output-error" || state === "output-denied";
  const done = failed || state === "output-available";
  return (
    <details className="group/fold rounded-control border border-line text-sm">
      <summary className="flex list-none items-center gap-2 px-3 py-2 text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Wrench aria-hidden="true" size={14} className={done ? "" : "animate-pulse-quiet"} />
        <span className="min-w-0 truncate">
          {t(failed ? "toolFailed" : done ? "toolUsed" : "toolRunning", { name })}
        </span>
        <ChevronRight
          aria-hidden="true"
          size={15}
          className="ms-auto shrink-0 transition-transform group-open/fold:rotate-90"
        />
      </summary>
      <div className="space-y-2 border-line border-t px-3 py-2.5">
        {"input" in part && part.input !== undefined && <Data label={t("toolInput")} value={part.input} />}
        {"output" in part && part.output !== undefined && <Data label={t("toolOutput")} value={part.output} />}
        {"errorText" in part && part.errorText && <Data label={t("toolError")} value={part.errorText} />}
      </div>
    </details>
  );
}

function Data({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <p className="text-ink-faint text-xs">{label}</p>
      <pre className="wrap-anywhere mt-1 max-h-72 overflow-y-auto whitespace-pre-wrap font-mono text-xs leading-5">
        {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}
