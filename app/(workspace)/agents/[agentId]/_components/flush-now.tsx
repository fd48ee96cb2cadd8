"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { toast } from "@/app/_components/ui/toast";
import { useFailed } from "../../../_components/use-failed";
import { flush } from "../../actions";

/** Has what is still word by word in the model's view written into today's note. */
export function FlushNow({ agentId }: { agentId: string }) {
  const t = useTranslations("agents");
  const failed = useFailed();
  const [pending, start] = useTransition();
  const go = () =>
    start(async () => {
      const outcome = await flush(agentId).catch(() => null);
      if (!outcome?.ok) failed(outcome);
      else if (outcome.value.failed > 0) toast.error(t("flush.failed"));
      else toast.success(t("flush.done", { count: outcome.value.archived }));
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="sm" loading={pending} onClick={go}>
        {t("flush.action")}
      </Button>
      <p className="min-w-48 flex-1 text-[13px] text-ink-muted leading-5">{t("flush.explained")}</p>
    </div>
  );
}
