"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState, useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { toast } from "@/app/_components/ui/toast";
import type { InputIssue } from "@/lib/errors";
import type { ProviderView } from "@/lib/models/overview";
import { edit } from "../actions";
import { type Connection, nameFor } from "./connection";
import { ConnectionFields } from "./connection-fields";
import { useFailureSentence } from "./use-sentences";

export function EditConnection({ provider, onClose }: { provider: ProviderView; onClose: () => void }) {
  const t = useTranslations("models");
  const common = useTranslations("common");
  const sentence = useFailureSentence();
  const form = useId();
  const [pending, start] = useTransition();
  const [issues, setIssues] = useState<InputIssue[]>([]);
  const [value, setValue] = useState<Connection>({
    kind: provider.kind,
    name: provider.name,
    baseUrl: provider.baseUrl ?? "",
    apiKey: "",
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const outcome = await edit(provider.id, {
        name: nameFor(value, t(`kinds.${provider.kind}`)),
        base_url: value.baseUrl.trim() || null,
        ...(value.apiKey.trim() && { api_key: value.apiKey }),
      });
      if (outcome.ok) {
        toast.success(t("saved"));
        onClose();
      } else if (outcome.problem === "invalid_input") {
        setIssues(outcome.issues);
      } else {
        toast.error(sentence(outcome));
      }
    });
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("editConnection")}
      description={t(`kinds.${provider.kind}`)}
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
      <form id={form} onSubmit={submit} noValidate className="px-px pb-px">
        <ConnectionFields value={value} onChange={setValue} issues={issues} keyStored={provider.key !== "none"} />
      </form>
    </Dialog>
  );
}
