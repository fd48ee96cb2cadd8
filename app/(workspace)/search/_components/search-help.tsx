"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";

/** What else can be written into the field than words. A press on an example puts it there. */
export function SearchHelp({ startOpen, onTry }: { startOpen: boolean; onTry: (example: string) => void }) {
  const t = useTranslations("search");
  const rows = [
    { example: t("examplePhrase"), means: t("helpPhrase") },
    { example: "from:me", means: t("helpFrom") },
    { example: `in:${t("exampleIn")}`, means: t("helpIn") },
    { example: `agent:${t("exampleAgent")}`, means: t("helpAgent") },
    { example: "after:2026-03-01 before:2026-04", means: t("helpDates") },
  ];
  return (
    <details open={startOpen} className="group/help mt-3 text-sm">
      <summary className="touch-target inline-flex list-none items-center gap-1 rounded py-1 text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        {t("help")}
        <ChevronRight aria-hidden="true" size={15} className="transition-transform group-open/help:rotate-90" />
      </summary>
      <div className="mt-1.5 rounded-card border border-line px-4 py-3">
        <p className="text-pretty text-ink-muted leading-5">{t("helpWords")}</p>
        <ul className="mt-2 space-y-1">
          {rows.map(({ example, means }) => (
            <li key={example} className="flex flex-wrap items-baseline gap-x-3 leading-6">
              <button
                type="button"
                onClick={() => onTry(example)}
                className="touch-target rounded bg-ink/6 px-1.5 text-start font-mono text-[13px] hover:bg-ink/10"
              >
                {example}
              </button>
              <span className="text-ink-muted">{means}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
