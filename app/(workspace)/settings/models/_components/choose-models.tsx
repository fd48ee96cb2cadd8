"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState, useTransition } from "react";
import type { Failure } from "@/app/_components/outcome";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { toast } from "@/app/_components/ui/toast";
import type { OfferedModel } from "@/lib/db/schema/models";
import type { ModelView, ProviderView } from "@/lib/models/overview";
import { listStoredModels, offer } from "../actions";
import { ModelPicker } from "./model-picker";
import { ProviderProblem } from "./provider-problem";
import { useFailureSentence } from "./use-sentences";

/** Which of a stored provider's models are on offer. What was chosen before stays in the list even when the provider does not name it. */
export function ChooseModels({ provider, onClose }: { provider: ProviderView; onClose: () => void }) {
  const t = useTranslations("models");
  const common = useTranslations("common");
  const sentence = useFailureSentence();
  const [pending, start] = useTransition();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [listed, setListed] = useState<OfferedModel[] | null>(null);
  const [chosen, setChosen] = useState(() => new Set(provider.models.map(({ id }) => id)));

  useEffect(() => {
    let left = false;
    const mine = provider.models.map(asOffered);
    void listStoredModels(provider.id).then((outcome) => {
      if (left) return;
      if (!outcome.ok) setFailure(outcome);
      const found = outcome.ok ? outcome.value : [];
      setListed([...mine, ...found.filter(({ id }) => !mine.some((model) => model.id === id))]);
    });
    return () => {
      left = true;
    };
  }, [provider]);

  const save = () =>
    start(async () => {
      const outcome = await offer(
        provider.id,
        (listed ?? []).filter(({ id }) => chosen.has(id)),
      );
      if (outcome.ok) {
        toast.success(t("saved"));
        onClose();
      } else {
        toast.error(sentence(outcome));
      }
    });

  return (
    <Dialog
      open
      size="md"
      onOpenChange={onClose}
      title={t("pickTitle", { name: provider.name })}
      description={t("pickIntro")}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {common("cancel")}
          </Button>
          <Button variant="primary" onClick={save} loading={pending} disabled={listed === null}>
            {t("save")}
          </Button>
        </>
      }
    >
      <div className="space-y-4 px-px pb-px">
        {failure && <ProviderProblem failure={failure} />}
        {listed === null ? (
          <div role="status" aria-label={t("pickLoading")} className="space-y-2.5">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        ) : (
          <ModelPicker listed={listed} onList={setListed} chosen={chosen} onChoose={setChosen} />
        )}
      </div>
    </Dialog>
  );
}

const asOffered = ({ id, label, windowTokens, inputPrice, outputPrice }: ModelView): OfferedModel => ({
  id,
  ...(label !== id && { label }),
  ...(windowTokens !== null && { window_tokens: windowTokens }),
  ...(inputPrice !== null && { input_price: inputPrice }),
  ...(outputPrice !== null && { output_price: outputPrice }),
});
