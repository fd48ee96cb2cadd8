"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect, useRef } from "react";
import { PasswordInput } from "@/app/_components/password-input";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { toast } from "@/app/_components/ui/toast";
import { useFieldFault } from "../../_components/use-field-fault";
import { savePassword } from "../actions";
import type { PasswordState } from "./state";

const unchanged: PasswordState = { status: "unchanged" };

export function PasswordForm({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const t = useTranslations("settings");
  const faultOf = useFieldFault();
  const [state, submit, pending] = useActionState(savePassword, unchanged);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state.status === "changed") toast.success(t("passwordChanged"), { key: "password" });
    if (state.status === "signed_out") toast.error(t("signedOut"), { key: "password" });
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state, t]);
  const faults = state.status === "invalid" ? state.fields : {};
  const eye = { showLabel: t("showPassword"), hideLabel: t("hidePassword"), maxLength: 200, required: true };

  return (
    <form ref={form} action={submit} noValidate className="max-w-104 space-y-5">
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <Field label={t("currentPassword")} error={currentFault(t, state)}>
          <PasswordInput {...eye} name="current" autoComplete="current-password" />
        </Field>
      )}
      <Field label={t("newPassword")} hint={!faultOf(faults.next) && t("passwordHint")} error={faultOf(faults.next)}>
        <PasswordInput {...eye} name="next" autoComplete="new-password" />
      </Field>
      <Field label={t("repeatPassword")} error={faultOf(faults.repeat)}>
        <PasswordInput {...eye} name="repeat" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" loading={pending}>
        {t(hasPassword ? "changePassword" : "setPassword")}
      </Button>
    </form>
  );
}

function currentFault(t: ReturnType<typeof useTranslations<"settings">>, state: PasswordState): string | undefined {
  if (state.status === "wrong") return t("wrongPassword");
  if (state.status === "rate_limited") return t("rateLimited", { minutes: state.minutes });
  return undefined;
}
