"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu } from "@/app/_components/ui/menu";

export type ModelChoice = { ref: string; label: string; offline: boolean };

/** Which model answers. With one on offer it is only named. */
export function ModelPicker({
  models,
  value,
  onChange,
}: {
  models: readonly ModelChoice[];
  value: string;
  onChange: (ref: string) => void;
}) {
  const t = useTranslations("conversation");
  const current = models.find((model) => model.ref === value) ?? models[0];
  if (!current) return null;
  const isOneOfSeveral = ({ ref, label }: ModelChoice) =>
    models.some((other) => other.ref !== ref && !other.offline && other.label === label);
  const label = current.offline ? t("offlineModel") : current.label;
  if (models.length === 1) return <span className="truncate px-2.5 text-ink-muted text-sm">{label}</span>;
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={t("modelLabel", { model: label })}
          className="touch-target flex h-9 min-w-0 items-center gap-1 rounded-full px-2.5 text-ink-muted text-sm hover:bg-ink/6 hover:text-ink"
        >
          <span className="truncate">{label}</span>
          <ChevronDown aria-hidden="true" size={14} className="shrink-0" />
        </button>
      }
      items={[
        { type: "heading", label: t("modelHeading") },
        ...models.map((model) => ({
          label: model.offline ? t("offlineModel") : model.label,
          ...(model.offline
            ? { hint: t("offlineModelHint") }
            : isOneOfSeveral(model) && { hint: model.ref.split(":", 1)[0] }),
          checked: model.ref === current.ref,
          onSelect: () => onChange(model.ref),
        })),
      ]}
    />
  );
}
