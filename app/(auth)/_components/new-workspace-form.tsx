"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { create } from "../no-workspace/actions";

export function NewWorkspaceForm() {
  const t = useTranslations("auth");
  const [state, submit, pending] = useActionState(create, { fault: null, name: "" });
  return (
    <form action={submit} noValidate className="space-y-4">
      <Field label={t("noWorkspace.name")} error={state.fault && t(`fields.${state.fault}`)}>
        <Input key={state.name} name="name" defaultValue={state.name} maxLength={100} required autoComplete="off" />
      </Field>
      <Button type="submit" variant="primary" loading={pending} className="h-10.5 w-full">
        {t("noWorkspace.create")}
      </Button>
    </form>
  );
}
