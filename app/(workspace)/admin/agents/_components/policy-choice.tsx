"use client";

import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import type { Toggle } from "@/lib/memory/toggles";
import { RULES, type Rule } from "@/lib/workspaces/choices";
import { useReport } from "../../_components/use-report";
import { setPolicy } from "../../actions";

/** Saved as soon as it is chosen. */
export function PolicyChoice({ toggle, rule }: { toggle: Toggle; rule: Rule }) {
  const t = useTranslations("admin");
  const report = useReport();
  const [shown, show] = useOptimistic(rule);
  const [, start] = useTransition();
  const choose = (next: Rule) =>
    start(async () => {
      show(next);
      report(await setPolicy({ toggle, rule: next }), t("saved"));
    });
  return (
    <Field label={t(`toggle.${toggle}`)} hint={t(`toggleHint.${toggle}`)}>
      <Select value={shown} onChange={({ target }) => choose(RULES.find((each) => each === target.value) ?? "agent")}>
        {RULES.map((each) => (
          <option key={each} value={each}>
            {t(`rule.${each}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
