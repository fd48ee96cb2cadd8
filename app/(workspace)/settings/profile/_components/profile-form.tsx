"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect } from "react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { toast } from "@/app/_components/ui/toast";
import { useFieldFault } from "../../_components/use-field-fault";
import { saveProfile } from "../actions";
import type { ProfileState } from "./state";

const unchanged: ProfileState = { status: "unchanged" };

export function ProfileForm({
  name,
  email,
  timeZone,
  timeZones,
}: {
  name: string;
  email: string;
  timeZone: string;
  timeZones: string[];
}) {
  const t = useTranslations("settings");
  const faultOf = useFieldFault();
  const [state, submit, pending] = useActionState(saveProfile, unchanged);
  useEffect(() => {
    if (state.status === "saved") toast.success(t("saved"), { key: "profile" });
    if (state.status === "signed_out") toast.error(t("signedOut"), { key: "profile" });
  }, [state, t]);
  const faults = state.status === "invalid" ? state.fields : {};
  const shown = state.status === "invalid" ? state.typed : { name, timeZone };

  return (
    <form action={submit} noValidate className="space-y-5">
      <Field label={t("name")} error={faultOf(faults.name)}>
        <Input key={shown.name} name="name" defaultValue={shown.name} autoComplete="name" maxLength={100} required />
      </Field>
      <Field label={t("email")} hint={t("emailHint")}>
        <Input value={email} readOnly className="text-ink-muted" />
      </Field>
      <Field label={t("timeZone")} hint={t("timeZoneHint")} error={faultOf(faults.timeZone)}>
        <Select key={shown.timeZone} name="timeZone" defaultValue={shown.timeZone}>
          {timeZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="primary" loading={pending}>
        {t("save")}
      </Button>
    </form>
  );
}
