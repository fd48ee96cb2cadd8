"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { LongMarkdown } from "./long-markdown";

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
