"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Spinner } from "@/app/_components/ui/spinner";

const smallText = "text-[13px] text-ink-muted leading-5";

type Change = { value: string; kind: "added" | "removed" | "kept" /** Its place in the comparison. */; at: number };

/** Two texts that have next to nothing in common would keep the browser busy for nothing. */
const MOST_MS = 1_500;

/** The words that came and went; null where too many did. The library comes with the first comparison. */
async function changesBetween(before: string, after: string, locale: string): Promise<Change[] | null> {
  const { diffWords } = await import("diff");
  // Chinese has no blanks between its words.
  const intlSegmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const changes = diffWords(before, after, { intlSegmenter, timeout: MOST_MS });
  const kindOf = ({ added, removed }: { added: boolean; removed: boolean }) =>
    added ? "added" : removed ? "removed" : "kept";
  return changes?.map((change, at) => ({ value: change.value, kind: kindOf(change), at })) ?? null;
}

export function WordDiff({ before, after, locale }: { before: string; after: string; locale: string }) {
  const t = useTranslations("context");
  const [changes, setChanges] = useState<Change[] | null | "reading" | "failed">("reading");
  useEffect(() => {
    let stale = false;
    const show = (found: Change[] | null | "failed") => {
      if (!stale) setChanges(found);
    };
    changesBetween(before, after, locale).then(show, () => show("failed"));
    return () => {
      stale = true;
    };
  }, [before, after, locale]);
  if (changes === "reading") return <Spinner className="text-ink-faint" />;
  if (changes === "failed") return <p className={smallText}>{t("failed")}</p>;
  if (changes === null) return <p className={smallText}>{t("versions.tooDifferent")}</p>;
  if (changes.every(({ kind }) => kind === "kept")) return <p className={smallText}>{t("versions.same")}</p>;
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-[13px] leading-6">
      {changes.map(({ value, kind, at }) =>
        kind === "added" ? (
          <ins key={at} className="rounded-xs bg-success-soft text-success no-underline">
            {value}
          </ins>
        ) : kind === "removed" ? (
          <del key={at} className="rounded-xs bg-danger-soft text-danger">
            {value}
          </del>
        ) : (
          value
        ),
      )}
    </p>
  );
}
