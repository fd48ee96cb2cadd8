"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_components/ui/field";
import { Input, Textarea } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import type { InputIssue } from "@/lib/errors";
import type { AgentDraft } from "./agent-draft";
import { LookField } from "./look-field";

export type ModelOption = { ref: string; label: string };
const FIELDS = ["name", "emoji", "picture", "instructions", "opening_questions", "model"] as const;

/** Everything that makes an agent what it is. */
export function AgentFields({
  value,
  onChange,
  issues,
  models,
}: {
  value: AgentDraft;
  onChange: (next: AgentDraft) => void;
  issues: readonly InputIssue[];
  models: readonly ModelOption[];
}) {
  const t = useTranslations("agents");
  const fault = (field: (typeof FIELDS)[number]) =>
    issues.some(({ path }) => path === field || path.startsWith(`${field}.`)) && t(`invalid.${field}`);
  return (
    <>
      <Field label={t("name")} error={fault("name")}>
        <Input
          value={value.name}
          onChange={({ target }) => onChange({ ...value, name: target.value })}
          autoComplete="off"
          maxLength={160}
          required
        />
      </Field>
      <LookField value={value} onChange={onChange} error={fault("emoji") || fault("picture")} />
      <Field label={t("instructions")} hint={t("instructionsHint")} error={fault("instructions")}>
        <Textarea
          value={value.instructions}
          onChange={({ target }) => onChange({ ...value, instructions: target.value })}
          rows={7}
          dir="auto"
          className="field-sizing-content max-h-120 min-h-36"
        />
      </Field>
      <Field label={t("questions")} aside={t("optional")} hint={t("questionsHint")} error={fault("opening_questions")}>
        <Textarea
          value={value.questions}
          onChange={({ target }) => onChange({ ...value, questions: target.value })}
          rows={3}
          dir="auto"
          className="field-sizing-content"
        />
      </Field>
      {(models.length > 1 || value.model !== "") && (
        <Field label={t("model")} error={fault("model")}>
          <Select value={value.model} onChange={({ target }) => onChange({ ...value, model: target.value })}>
            <option value="">{t("modelDefault")}</option>
            {value.model !== "" && !models.some(({ ref }) => ref === value.model) && (
              <option value={value.model}>{value.model}</option>
            )}
            {models.map(({ ref, label }) => (
              <option key={ref} value={ref}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
