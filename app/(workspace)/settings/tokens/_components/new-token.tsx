"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState, useId, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { ShownOnce } from "@/app/_components/ui/shown-once";
import { useFieldFault } from "../../_components/use-field-fault";
import { create } from "../actions";
import { EXPIRY_CHOICES, type TokenState } from "./state";

const open: TokenState = { status: "open" };

export function NewToken() {
  const t = useTranslations("settings");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t("newToken")}
      </Button>
      {/* Mounted anew each time, so that no earlier token is left in it. */}
      {asking && <TokenDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function TokenDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("settings");
  const faultOf = useFieldFault();
  const [state, submit, pending] = useActionState(create, open);
  const form = useId();
  if (state.status === "created") {
    const { name, token } = state;
    const words = { title: t("tokenCreated", { name }), body: t("tokenCreatedBody"), label: t("tokenValue") };
    return <ShownOnce {...words} secret={token} onClose={onClose} />;
  }

  const typed = state.status === "invalid" ? state.typed.name : "";
  const fault =
    state.status === "signed_out" ? t("signedOut") : state.status === "invalid" && faultOf(state.fields.name);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("newToken")}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={pending}>
            {t("createToken")}
          </Button>
        </>
      }
    >
      <form id={form} action={submit} noValidate className="space-y-5 px-px pb-px">
        <Field label={t("tokenName")} hint={t("tokenNameHint")} error={fault}>
          <Input key={typed} name="name" defaultValue={typed} maxLength={100} autoComplete="off" required />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("scope")}>
            <Select name="access" defaultValue="read">
              <option value="read">{t("scopes.read")}</option>
              <option value="write">{t("scopes.write")}</option>
            </Select>
          </Field>
          <Field label={t("expires")}>
            <Select name="expiry" defaultValue="90">
              {EXPIRY_CHOICES.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`expiry.${choice}`)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      </form>
    </Dialog>
  );
}
