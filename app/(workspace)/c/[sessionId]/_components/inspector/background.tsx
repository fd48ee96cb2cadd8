"use client";

import clsx from "clsx";
import { CirclePause } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Spinner } from "@/app/_components/ui/spinner";
import type { SessionContext } from "@/lib/http/contract/context";

/** What the background is doing to the summary. */
export function Background({ context: { progress, rolling } }: { context: SessionContext }) {
  const t = useTranslations("context");
  const format = useFormatter();
  if (!progress && !rolling) return null;
  // Somebody's send or *Compact now* may roll meanwhile.
  const pausedUntil = rolling ? null : progress?.paused_until;
  return (
    <div className="mb-5 rounded-control bg-sunken px-3.5 py-3 text-[13px] leading-5">
      <p role="status" className="flex items-start gap-2.5">
        {progress && pausedUntil ? (
          <>
            <CirclePause aria-hidden size={15} className="mt-0.5 flex-none text-ink-muted" />
            {t(`progress.paused.${progress.kind}`, {
              time: format.dateTime(new Date(pausedUntil), { timeStyle: "short" }),
            })}
          </>
        ) : (
          <>
            <Spinner size={15} className="mt-0.5 flex-none text-accent" />
            {t(`progress.${progress?.kind ?? "rolling"}`)}
          </>
        )}
      </p>
      {progress && (
        <>
          <progress
            aria-label={t(`progress.${progress.kind}`)}
            value={progress.done_seq}
            max={Math.max(1, progress.to_seq)}
            className={clsx(
              "mt-2.5 mb-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-ink/10",
              "[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent",
            )}
          />
          <p className="text-ink-muted tabular-nums">
            {t("progress.upTo", { done: progress.done_seq, all: progress.to_seq })}
          </p>
        </>
      )}
    </div>
  );
}
