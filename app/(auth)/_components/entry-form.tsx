"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { fieldOf } from "@/app/_components/form-fields";
import { PasswordInput } from "@/app/_components/password-input";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Notice } from "@/app/_components/ui/notice";
import { type EntryState, empty, type FieldFaults } from "./state";
import { TimeZoneField } from "./time-zone-field";

/** E-mail and password, and the name for a new account. Works before its script has loaded. */
export function EntryForm({
  kind,
  action,
  next,
}: {
  kind: "sign-in" | "sign-up";
  action: (previous: EntryState, form: FormData) => Promise<EntryState>;
  next: string;
}) {
  const t = useTranslations("auth");
  const [state, submit, pending] = useActionState(action, empty);
  const form = useRef<HTMLFormElement>(null);
  // A form is emptied after its action: what is to be corrected is put back.
  const password = useRef("");
  useEffect(() => {
    const field = form.current?.elements.namedItem("password");
    if (field instanceof HTMLInputElement && isToBeCorrected(state)) field.value = password.current;
    focusOnFault(form.current, state);
  }, [state]);

  const faults: FieldFaults = state.status === "invalid" ? state.fields : {};
  const typed = state.status === "empty" ? { email: "", name: "" } : { email: state.email, name: state.name ?? "" };
  const faultOf = (field: keyof FieldFaults): ReactNode => {
    const fault = field === "email" && state.status === "email_taken" ? "taken" : faults[field];
    return fault && (fault === "taken" ? t("emailTaken") : t(`fields.${fault}`));
  };
  const isNew = kind === "sign-up";

  return (
    <form
      ref={form}
      action={submit}
      onSubmit={({ currentTarget }) => {
        password.current = fieldOf(new FormData(currentTarget), "password");
      }}
      noValidate
      className="space-y-4"
    >
      <input type="hidden" name="next" value={next} />
      {isNew && <TimeZoneField />}
      {isNew && (
        <Field label={t("name")} error={faultOf("name")}>
          <Input
            key={typed.name}
            name="name"
            defaultValue={typed.name}
            autoComplete="name"
            maxLength={100}
            required
            autoFocus
          />
        </Field>
      )}
      <Field label={t("email")} error={faultOf("email")}>
        <Input
          key={typed.email}
          name="email"
          type="email"
          defaultValue={typed.email}
          autoComplete={isNew ? "email" : "username"}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
          autoFocus={!isNew}
        />
      </Field>
      <Field
        label={t("password")}
        hint={isNew && !faultOf("password") && t("passwordHint")}
        error={faultOf("password")}
      >
        <PasswordInput
          name="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          maxLength={200}
          required
          showLabel={t("showPassword")}
          hideLabel={t("hidePassword")}
        />
      </Field>
      <div role="alert">{sentence(t, state) && <Notice tone="danger">{sentence(t, state)}</Notice>}</div>
      {state.status === "wrong" && <p className="text-[13px] text-ink-muted leading-5">{t("forgotten")}</p>}
      <Button type="submit" variant="primary" loading={pending} className="h-10.5 w-full">
        {isNew ? t("signUp") : t("signIn")}
      </Button>
    </form>
  );
}

function sentence(t: ReturnType<typeof useTranslations<"auth">>, state: EntryState): string | null {
  switch (state.status) {
    case "wrong":
      return t("wrong");
    case "rate_limited":
      return t("rateLimited", { minutes: state.minutes });
    case "sign_up_closed":
      return t("signUpClosed");
    default:
      return null;
  }
}

const isToBeCorrected = ({ status }: EntryState) => status === "email_taken" || status === "invalid";

/** Puts the caret where the person has to go on. */
function focusOnFault(form: HTMLFormElement | null, state: EntryState): void {
  const wrong = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (wrong) wrong.focus();
  else if (state.status === "wrong") form?.querySelector<HTMLElement>("[name=password]")?.focus();
}
