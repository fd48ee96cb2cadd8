"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { KINDS } from "@/app/_components/entry-kinds";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import type { EntryFilters } from "./use-entries";

const SHOWN = ["all", "pinned", "problem"] as const;

export function EntryFiltersBar({
  value,
  onChange,
  children,
}: {
  value: EntryFilters;
  onChange: (next: EntryFilters) => void;
  children: ReactNode;
}) {
  const t = useTranslations("memory");
  return (
    <search className="mb-4 block space-y-2.5">
      <div className="flex flex-wrap gap-2.5">
        <Field label={t("search")} hideLabel className="min-w-44 flex-1">
          <Input
            type="search"
            value={value.q}
            onChange={({ target }) => onChange({ ...value, q: target.value })}
            placeholder={t("search")}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-2.5">
        <Field label={t("kind")} hideLabel>
          <Select value={value.kind} onChange={({ target }) => onChange({ ...value, kind: target.value })}>
            <option value="">{t("anyKind")}</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("which")} hideLabel>
          <Select
            value={value.show}
            onChange={({ target }) =>
              onChange({ ...value, show: SHOWN.find((shown) => shown === target.value) ?? "all" })
            }
          >
            {SHOWN.map((shown) => (
              <option key={shown} value={shown}>
                {t(`shown.${shown}`)}
              </option>
            ))}
          </Select>
        </Field>
        {value.tag !== "" && (
          <button
            type="button"
            aria-label={t("clearTag", { tag: value.tag })}
            onClick={() => onChange({ ...value, tag: "" })}
            className="touch-target inline-flex h-8 items-center gap-1.5 rounded-full bg-accent-soft px-3 text-accent text-sm"
          >
            #{value.tag}
            <X aria-hidden="true" size={14} />
          </button>
        )}
      </div>
    </search>
  );
}
