"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type FormEvent, useId, useState, useTransition } from "react";
import { fieldOf } from "@/app/_components/form-fields";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { toast } from "@/app/_components/ui/toast";
import type { ModelView, ProviderView } from "@/lib/models/overview";
import { saveModel } from "../actions";
import { isOnThisMachine } from "./kind-mark";
import { useFailureSentence } from "./use-sentences";

type Props = { provider: ProviderView; model: ModelView; onClose: () => void };
type Wrong = "label" | "window_tokens" | "input_price" | "output_price";

/** A number as people write it: thousands may be set apart, empty is none, anything else is not one. */
function numberOf(text: string): number | undefined {
  const bare = text.replace(/[\s,_’']/g, "");
  return bare === "" ? undefined : Number(bare);
}

export function EditModel({ provider, model, onClose }: Props) {
  const t = useTranslations("models");
  const common = useTranslations("common");
  const format = useFormatter();
  const sentence = useFailureSentence();
  const form = useId();
  const [pending, start] = useTransition();
  const [wrong, setWrong] = useState<string[]>([]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const label = fieldOf(data, "label").trim();
    const window = numberOf(fieldOf(data, "window_tokens"));
    const input = numberOf(fieldOf(data, "input_price"));
    const output = numberOf(fieldOf(data, "output_price"));
    start(async () => {
      const outcome = await saveModel(provider.id, {
        id: model.id,
        ...(label && label !== model.id && { label }),
        ...(window !== undefined && { window_tokens: window }),
        ...(input !== undefined && { input_price: input }),
        ...(output !== undefined && { output_price: output }),
      });
      if (outcome.ok) {
        toast.success(t("saved"));
        onClose();
      } else if (outcome.problem === "invalid_input") {
        setWrong(outcome.issues.map(({ path }) => path));
      } else {
        toast.error(sentence(outcome));
      }
    });
  };

  const fault = (field: Wrong) =>
    wrong.includes(field) && t(`invalid.${field === "input_price" || field === "output_price" ? "price" : field}`);
  const assumed = { tokens: format.number(model.assumedWindowTokens) };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("modelDialog")}
      description={<span className="font-mono text-[13px]">{model.id}</span>}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {common("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={pending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-5 px-px pb-px">
        <Field label={t("label")} error={fault("label")}>
          <Input
            name="label"
            defaultValue={model.label === model.id ? "" : model.label}
            placeholder={model.id}
            maxLength={100}
            autoComplete="off"
          />
        </Field>
        <Field
          label={t("windowLabel")}
          aside={t("windowUnit")}
          hint={isOnThisMachine(provider.baseUrl) ? t("windowHintLocal", assumed) : t("windowHint", assumed)}
          error={fault("window_tokens")}
        >
          <Input
            name="window_tokens"
            inputMode="numeric"
            defaultValue={model.windowTokens ?? ""}
            placeholder={String(model.assumedWindowTokens)}
            autoComplete="off"
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("inputPrice")} hint={t("priceUnit")} error={fault("input_price")}>
            <Input name="input_price" inputMode="decimal" defaultValue={model.inputPrice ?? ""} autoComplete="off" />
          </Field>
          <Field label={t("outputPrice")} hint={t("priceUnit")} error={fault("output_price")}>
            <Input name="output_price" inputMode="decimal" defaultValue={model.outputPrice ?? ""} autoComplete="off" />
          </Field>
        </div>
      </form>
    </Dialog>
  );
}
