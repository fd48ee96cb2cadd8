"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { toast } from "@/app/_components/ui/toast";
import { rename } from "../actions";
import { useFailed } from "./use-failed";

export function RenameForm({ name }: { name: string }) {
  const t = useTranslations("workspaces");
  const failed = useFailed();
  const [typed, setTyped] = useState(name);
  const [pending, start] = useTransition();
  const save = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const outcome = await rename(typed).catch(() => null);
      if (outcome?.ok) toast.success(t("renamed"));
      else failed(outcome);
    });
  };
  return (
    <form onSubmit={save} className="flex max-w-104 items-end gap-2">
      <Field label={t("nameTitle")} hideLabel className="flex-1">
        <Input value={typed} maxLength={100} required dir="auto" onChange={({ target }) => setTyped(target.value)} />
      </Field>
      <Button type="submit" loading={pending} disabled={typed.trim() === "" || typed.trim() === name}>
        {t("save")}
      </Button>
    </form>
  );
}
