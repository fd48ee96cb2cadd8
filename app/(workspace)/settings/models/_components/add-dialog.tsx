"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState, useTransition } from "react";
import type { Failure } from "@/app/_components/outcome";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { toast } from "@/app/_components/ui/toast";
import type { OfferedModel } from "@/lib/db/schema/models";
import type { ProviderKind } from "@/lib/models/ref";
import { add, listModelsOf } from "../actions";
import { type Connection, nameFor } from "./connection";
import { ConnectionFields } from "./connection-fields";
import { KindChoice } from "./kind-choice";
import { ModelPicker } from "./model-picker";
import { ProviderProblem } from "./provider-problem";
import { useFailureSentence } from "./use-sentences";

/** A server of one's own has few models, all of them meant to be used. */
const ALL_CHOSEN_UP_TO = 5;

const draftOf = ({ kind, baseUrl, apiKey }: Connection) => ({
  kind,
  ...(baseUrl.trim() && { base_url: baseUrl }),
  ...(apiKey.trim() && { api_key: apiKey }),
});

/** Two steps: how to reach it, tried by asking for its models; then which of them are on offer. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("models");
  const common = useTranslations("common");
  const sentence = useFailureSentence();
  const form = useId();
  const [pending, start] = useTransition();
  const [connection, setConnection] = useState<Connection>({ kind: "openai", name: "", baseUrl: "", apiKey: "" });
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Null: the first step. */
  const [listed, setListed] = useState<OfferedModel[] | null>(null);
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const name = nameFor(connection, t(`kinds.${connection.kind}`));

  const changeConnection = (next: Connection) => {
    setConnection(next);
    setFailure(null);
  };
  const changeKind = (kind: ProviderKind) =>
    changeConnection({ kind, name: "", baseUrl: "", apiKey: connection.apiKey });

  const ask = () =>
    start(async () => {
      const outcome = await listModelsOf(draftOf(connection));
      if (!outcome.ok) return setFailure(outcome);
      setFailure(null);
      setListed(outcome.value);
      setChosen(new Set(outcome.value.length <= ALL_CHOSEN_UP_TO ? outcome.value.map(({ id }) => id) : []));
    });
  const save = (models: OfferedModel[]) =>
    start(async () => {
      const outcome = await add({ ...draftOf(connection), name, models });
      if (outcome.ok) {
        toast.success(t("added", { name }));
        onClose();
      } else if (outcome.problem === "invalid_input") {
        setFailure(outcome);
        setListed(null);
      } else {
        toast.error(sentence(outcome));
      }
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (listed === null) ask();
    else save(listed.filter(({ id }) => chosen.has(id)));
  };

  return (
    <Dialog
      open
      size="md"
      onOpenChange={onClose}
      title={listed === null ? t("addTitle") : t("pickTitle", { name })}
      description={listed === null ? undefined : t("pickIntro")}
      footer={
        listed === null ? (
          <>
            <Button onClick={onClose}>{common("cancel")}</Button>
            <Button type="submit" form={form} variant="primary" loading={pending}>
              {t("continue")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setListed(null)} disabled={pending}>
              {t("back")}
            </Button>
            <Button type="submit" form={form} variant="primary" loading={pending}>
              {t("add", { count: chosen.size })}
            </Button>
          </>
        )
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-5 px-px pb-px">
        {listed === null ? (
          <>
            <KindChoice value={connection.kind} onChange={changeKind} />
            <ConnectionFields value={connection} onChange={changeConnection} issues={failure?.issues ?? []} />
            {failure && failure.problem !== "invalid_input" && (
              <ProviderProblem failure={failure}>
                {failure.fault && (
                  <>
                    <p className="text-pretty text-ink-muted">{t("askFailedBody")}</p>
                    <button
                      type="button"
                      className="mt-1 font-medium text-accent underline-offset-4 hover:underline"
                      onClick={() => setListed([])}
                    >
                      {t("nameModels")}
                    </button>
                  </>
                )}
              </ProviderProblem>
            )}
          </>
        ) : (
          <ModelPicker listed={listed} onList={setListed} chosen={chosen} onChoose={setChosen} />
        )}
      </form>
    </Dialog>
  );
}
