import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/app/_components/ui/badge";
import type { ModelsOverview } from "@/lib/models/overview";
import { shortTokens } from "./numbers";

/** What members see: the models that they can pick, and nothing of how they are reached. */
export function OfferedModels({ overview: { offered, defaultRef } }: { overview: ModelsOverview }) {
  const t = useTranslations("models");
  const format = useFormatter();
  return (
    <ul aria-label={t("offeredList")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {offered.map((model) => (
        <li key={model.ref} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-3">
          <span className="wrap-anywhere font-medium text-sm">{model.offline ? t("offlineName") : model.label}</span>
          {model.ref === defaultRef && <Badge tone="accent">{t("isDefault")}</Badge>}
          {!model.offline && (
            <span className="ml-auto text-[13px] text-ink-muted">
              {t("window", { tokens: shortTokens(format, model.window_tokens) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
