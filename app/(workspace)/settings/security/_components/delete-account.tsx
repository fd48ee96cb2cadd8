"use client";

import { useTranslations } from "next-intl";
import { useActionState, useId, useState } from "react";
import { PasswordInput } from "@/app/_components/password-input";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { removeAccount } from "../actions";
import type { DeletionState } from "./state";

const open: DeletionState = { status: "open" };

export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations("settings");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t("deleteAccount")}
      </Button>
      {asking && <DeletionDialog hasPassword={hasPassword} onClose={() => setAsking(false)} />}
    </>
  );
}

function DeletionDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const t = useTranslations("settings");
  const [state, submit, pending] = useActionState(removeAccount, open);
  const form = useId();
  const fault = faultOf(t, state, hasPassword);
  return (
    <Dialog
      alert
      open
      onOpenChange={onClose}
      title={t("deleteAccountTitle")}
      description={t("deleteAccountBody")}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={form} variant="danger" loading={pending}>
            {t("deleteAccountConfirm")}
          </Button>
        </>
      }
    >
      <form id={form} action={submit} noValidate className="px-px pb-px">
        {hasPassword ? (
          <Field label={t("deletePasswordLabel")} error={fault}>
            <PasswordInput
              name="password"
              autoComplete="current-password"
              maxLength={200}
              showLabel={t("showPassword")}
              hideLabel={t("hidePassword")}
            />
          </Field>
        ) : (
          <Field label={t("deleteEmailLabel")} error={fault}>
            <Input name="email" type="email" autoComplete="off" maxLength={254} />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

function faultOf(
  t: ReturnType<typeof useTranslations<"settings">>,
  state: DeletionState,
  hasPassword: boolean,
): string | undefined {
  switch (state.status) {
    case "open":
      return undefined;
    case "not_proven":
      return t(hasPassword ? "wrongPassword" : "wrongEmail");
    case "last_owner":
      return t("lastOwner");
    case "signed_out":
      return t("signedOut");
    case "rate_limited":
      return t("rateLimited", { minutes: state.minutes });
  }
}
