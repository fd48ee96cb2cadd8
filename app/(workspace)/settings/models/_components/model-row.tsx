"use client";

import { CircleAlert, CircleCheck, Pencil } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { Outcome } from "@/app/_components/outcome";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { IconButton } from "@/app/_components/ui/icon-button";
import type { ModelView, ProviderView } from "@/lib/models/overview";
import type { StoredModelTest } from "@/lib/models/provider-models";
import { test } from "../actions";
import { EditModel } from "./edit-model";
import { shortPrice, shortTokens } from "./numbers";
import { useFailureSentence } from "./use-sentences";

type Props = { provider: ProviderView; model: ModelView; isDefault: boolean };

export function ModelRow({ provider, model, isDefault }: Props) {
  const t = useTranslations("models");
  const format = useFormatter();
  const [editing, setEditing] = useState(false);
  const [pending, start] = useTransition();
  const [outcome, setOutcome] = useState<Outcome<StoredModelTest> | null>(null);
  const run = () =>
    start(async () => {
      setOutcome(null);
      setOutcome(await test(provider.id, model.id));
    });

  const window =
    model.windowTokens === null
      ? t("windowAssumed", { tokens: shortTokens(format, model.assumedWindowTokens) })
      : t("window", { tokens: shortTokens(format, model.windowTokens) });
  const { inputPrice, outputPrice } = model;
  const price =
    inputPrice !== null && outputPrice !== null
      ? t("price", { input: shortPrice(format, inputPrice), output: shortPrice(format, outputPrice) })
      : null;

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2.5 pl-4">
      <div className="min-w-0 flex-1 py-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <span className="wrap-anywhere font-medium text-sm leading-5">{model.label}</span>
          {isDefault && <Badge tone="accent">{t("isDefault")}</Badge>}
        </div>
        <p className="wrap-anywhere text-[13px] text-ink-muted leading-5">
          {model.label !== model.id && <span className="font-mono text-xs">{model.id} · </span>}
          {[window, price].filter(Boolean).join(" · ")}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button
          size="sm"
          variant="ghost"
          onClick={run}
          loading={pending}
          aria-label={t("testNamed", { model: model.label })}
        >
          {t("test")}
        </Button>
        <IconButton label={t("editModel", { model: model.label })} onClick={() => setEditing(true)}>
          <Pencil aria-hidden="true" size={15} />
        </IconButton>
      </div>
      <div aria-live="polite" className="w-full empty:hidden">
        {pending && <span className="sr-only">{t("testing")}</span>}
        {outcome && <TestResult outcome={outcome} />}
      </div>
      {editing && <EditModel provider={provider} model={model} onClose={() => setEditing(false)} />}
    </li>
  );
}

function TestResult({ outcome }: { outcome: Outcome<StoredModelTest> }) {
  const t = useTranslations("models");
  const format = useFormatter();
  const sentence = useFailureSentence();
  if (outcome.ok && outcome.value.ok) {
    const { latencyMs, windowTokens } = outcome.value;
    return (
      <p className="flex items-center gap-1.5 pb-1.5 text-[13px] text-success leading-5">
        <CircleCheck aria-hidden="true" size={15} className="shrink-0" />
        {windowTokens === undefined
          ? t("testOk", { ms: latencyMs })
          : t("testOkWindow", { ms: latencyMs, tokens: shortTokens(format, windowTokens) })}
      </p>
    );
  }
  const said = outcome.ok ? (outcome.value.ok ? undefined : outcome.value.said) : outcome.said;
  return (
    <p className="flex items-start gap-1.5 pb-1.5 text-[13px] text-danger leading-5">
      <CircleAlert aria-hidden="true" size={15} className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere">
        {outcome.ok ? !outcome.value.ok && t(`faults.${outcome.value.fault}`) : sentence(outcome)}
        {said && <span className="text-ink-muted"> {t("said", { said })}</span>}
      </span>
    </p>
  );
}
