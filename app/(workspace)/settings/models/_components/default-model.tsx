"use client";

import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { toast } from "@/app/_components/ui/toast";
import type { OfferedModelInfo } from "@/lib/models/registry";
import { chooseDefault } from "../actions";
import { useFailureSentence } from "./use-sentences";

type Props = { offered: OfferedModelInfo[]; defaultRef: string; chosenRef: string | null };

export function DefaultModel({ offered, defaultRef, chosenRef }: Props) {
  const t = useTranslations("models");
  const sentence = useFailureSentence();
  const [pending, start] = useTransition();
  const [shown, show] = useOptimistic(chosenRef ?? "");
  const nameOf = ({ offline, label, provider }: OfferedModelInfo) =>
    offline ? t("offlineName") : `${label} — ${provider}`;
  const named = (ref: string) => {
    const model = offered.find((candidate) => candidate.ref === ref);
    return model ? nameOf(model) : ref;
  };

  const choose = (ref: string) =>
    start(async () => {
      show(ref);
      const outcome = await chooseDefault(ref || null);
      if (!outcome.ok) toast.error(sentence(outcome));
      else if (ref) toast.success(t("defaultChanged", { model: named(ref) }));
    });

  return (
    <Field label={t("defaultTitle")} hideLabel className="max-w-104">
      <Select value={shown} onChange={({ target }) => choose(target.value)} disabled={pending}>
        <option value="">
          {/* While a choice stands, nobody knows here what would answer without it. */}
          {t("defaultAutomatic", { model: chosenRef === null ? named(defaultRef) : "…" })}
        </option>
        {offered.map((model) => (
          <option key={model.ref} value={model.ref}>
            {nameOf(model)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
