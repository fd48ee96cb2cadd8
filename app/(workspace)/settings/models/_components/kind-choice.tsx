"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { ProviderKind } from "@/lib/models/ref";
import { KINDS } from "./connection";
import { KindMark } from "./kind-mark";

/** One card a kind; they are radio buttons to the keyboard and to a screen reader. */
export function KindChoice({ value, onChange }: { value: ProviderKind; onChange: (kind: ProviderKind) => void }) {
  const t = useTranslations("models");
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink text-sm">{t("kind")}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <label
            key={kind}
            className={clsx(
              "flex cursor-pointer items-center gap-3 rounded-control border p-2.5 transition-colors duration-100",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
              kind === value ? "border-accent bg-accent-soft/60" : "border-line hover:border-line-strong",
            )}
          >
            <input
              type="radio"
              name={group}
              value={kind}
              checked={kind === value}
              onChange={() => onChange(kind)}
              className="sr-only"
            />
            <KindMark kind={kind} />
            <span className="min-w-0">
              <span className="block font-medium text-sm leading-5">{t(`kinds.${kind}`)}</span>
              <span className="block text-pretty text-ink-muted text-xs leading-4">{t(`kindHints.${kind}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
