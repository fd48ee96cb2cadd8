"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/input";

type Props = {
  title: string;
  body: string;
  /** What stands in the file now. */
  theirs: string;
  pending: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
};

/** A file was written by somebody else while a person edited it: they see what stands there, and choose. */
export function Conflict({ title, body, theirs, pending, onSaveMine, onTakeTheirs }: Props) {
  const t = useTranslations("memory");
  return (
    <div role="alert" className="rounded-card border border-danger/40 bg-danger-soft/40 px-4 py-3">
      <p className="font-medium text-sm">{title}</p>
      <p className="mt-0.5 text-pretty text-[13px] text-ink-muted leading-5">{body}</p>
      <Field label={t("conflictText")} hideLabel className="mt-3">
        <Textarea readOnly value={theirs} dir="auto" rows={8} className="font-mono text-xs!" />
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" loading={pending} onClick={onSaveMine}>
          {t("saveMine")}
        </Button>
        <Button size="sm" disabled={pending} onClick={onTakeTheirs}>
          {t("takeTheirs")}
        </Button>
      </div>
    </div>
  );
}
