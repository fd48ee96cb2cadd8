"use client";

import { ChevronDown, FoldVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyWords } from "@/app/_components/lazy-words";
import { LongMarkdown } from "../message/long-markdown";
import type { CheckpointPart } from "./checkpoint-part";

/** Where the older steps of an answer became a summary for the model, and what it says. */
export function Checkpoint({ part }: { part: CheckpointPart }) {
  return (
    <LazyWords of="tools">
      <Divider part={part} />
    </LazyWords>
  );
}

function Divider({ part }: { part: CheckpointPart }) {
  const t = useTranslations("tools.checkpoint");
  const line = "h-px min-w-3 flex-1 bg-line";
  return (
    <details className="group/checkpoint text-ink-muted text-xs">
      <summary className="touch-target flex list-none items-center gap-3 rounded py-1 hover:text-ink [&::-webkit-details-marker]:hidden">
        <span aria-hidden="true" className={line} />
        <FoldVertical aria-hidden="true" size={14} className="-me-1.5 shrink-0 max-sm:hidden" />
        <span className="text-pretty text-center leading-5">
          {t("line", { from: part.fromStep, to: part.toStep, before: part.runesBefore, after: part.runesAfter })}
        </span>
        <ChevronDown
          aria-hidden="true"
          size={14}
          className="-ms-1.5 shrink-0 transition-transform group-open/checkpoint:rotate-180"
        />
        <span aria-hidden="true" className={line} />
      </summary>
      <div className="mt-2 rounded-control bg-ink/4 px-3.5 py-3">
        <p className="mb-2 leading-5">{t("body")}</p>
        <div className="scroll-quiet max-h-96 overflow-y-auto text-ink text-sm">
          <LongMarkdown text={part.summary} growing={false} />
        </div>
      </div>
    </details>
  );
}
