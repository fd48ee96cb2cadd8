"use client";

import { useTranslations } from "next-intl";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Notice } from "@/app/_components/ui/notice";
import { Spinner } from "@/app/_components/ui/spinner";
import type { Loaded } from "./use-loaded";

/** What becomes of each thing, once it is counted; until then nobody should say yes. */
export function Consequences<T>({ loaded, lines }: { loaded: Loaded<T>; lines: (value: T) => string[] }) {
  const t = useTranslations("workspaces");
  const common = useTranslations("common");
  const tProblem = useTranslations("problems");
  return (
    <div aria-live="polite" className="text-sm leading-6">
      {loaded.status === "loading" && (
        <p className="flex items-center gap-2.5 text-ink-muted">
          <Spinner />
          {t("going.counting")}
        </p>
      )}
      {loaded.status === "failed" && (
        <div className="space-y-2.5">
          <Notice tone="danger">
            {t("going.failed", {
              reason: loaded.failure ? failureSentence(tProblem, loaded.failure) : tProblem("unreachable"),
            })}
          </Notice>
          <Button size="sm" onClick={loaded.again}>
            {common("tryAgain")}
          </Button>
        </div>
      )}
      {loaded.status === "there" && (
        <ul className="list-disc space-y-1 pl-5 marker:text-ink-faint">
          {lines(loaded.value).map((line) => (
            <li key={line} className="text-pretty">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
