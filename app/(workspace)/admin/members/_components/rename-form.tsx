"use client";

import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { useReport } from "../../_components/use-report";
import { rename } from "../../actions";

export function RenameForm({ name }: { name: string }) {
  const t = useTranslations("admin");
  const report = useReport();
  const [typed, setTyped] = useState(name);
  const [pending, start] = useTransition();
  const save = () =>
    start(async () => {
      report(await rename(typed), t("saved"));
    });
  return (
    <form
      className="flex max-w-104 items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={t("workspaceName")} hideLabel className="min-w-0 flex-1">
        <Input
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={100}
          autoComplete="off"
          required
        />
      </Field>
      <Button type="submit" loading={pending} disabled={!typed.trim() || typed === name}>
        {t("save")}
      </Button>
    </form>
  );
}
