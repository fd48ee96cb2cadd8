"use client";

import { CircleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { McpServerTest } from "@/lib/http/contract/mcp-servers";

/** Why a server could not be used, in words, and what it said itself. */
export function ServerFailure({
  failure: { fault, said },
  at,
}: {
  failure: NonNullable<McpServerTest["failure"]>;
  at: string | null;
}) {
  const t = useTranslations("mcp");
  const format = useFormatter();
  return (
    <div className="flex gap-2.5 border-line border-t bg-danger-soft/60 px-4 py-3 text-[13px] leading-5">
      <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-medium">{t(`faults.${fault}`)}</p>
        {said && <p className="wrap-anywhere text-ink-muted">{t("said", { said })}</p>}
        {at && (
          <p className="text-ink-muted">
            {t("failedAt", { when: format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" }) })}
          </p>
        )}
      </div>
    </div>
  );
}
