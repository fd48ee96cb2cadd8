"use client";

import { useTranslations } from "next-intl";
import { KINDS, type Kind } from "@/app/_components/entry-kinds";
import { Field } from "@/app/_components/ui/field";
import { Input, Textarea } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import type { InputIssue } from "@/lib/errors";

export type EntryDraft = { title: string; body: string; kind: Kind; tags: string };
export const EMPTY_ENTRY: EntryDraft = { title: "", body: "", kind: "note", tags: "" };

export const entryInput = ({ title, body, kind, tags }: EntryDraft) => ({
  title,
  body,
  kind,
  tags: tags
    .split(/[,，]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ""),
});

export function EntryFields({
  value,
  onChange,
  issues,
}: {
  value: EntryDraft;
  onChange: (next: EntryDraft) => void;
  issues: readonly InputIssue[];
}) {
  const t = useTranslations("memory");
  const wrong = (field: string) => issues.some(({ path }) => path === field || path.startsWith(`${field}.`));
  return (
    <>
      <Field label={t("entryTitle")} error={wrong("title") && t("invalidTitle")}>
        <Input
          value={value.title}
          onChange={({ target }) => onChange({ ...value, title: target.value })}
          dir="auto"
          maxLength={200}
          autoComplete="off"
          required
        />
      </Field>
      <Field label={t("entryBody")} error={wrong("body") && t("invalidBody")}>
        <Textarea
          value={value.body}
          onChange={({ target }) => onChange({ ...value, body: target.value })}
          dir="auto"
          className="field-sizing-content max-h-96 min-h-28"
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("kind")}>
          <Select
            value={value.kind}
            onChange={({ target }) =>
              onChange({ ...value, kind: KINDS.find((kind) => kind === target.value) ?? "note" })
            }
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("tags")} hint={t("tagsHint")} error={wrong("tags") && t("invalidTags")}>
          <Input
            value={value.tags}
            onChange={({ target }) => onChange({ ...value, tags: target.value })}
            dir="auto"
            autoComplete="off"
          />
        </Field>
      </div>
    </>
  );
}
