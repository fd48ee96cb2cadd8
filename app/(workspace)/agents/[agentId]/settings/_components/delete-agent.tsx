"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { toast } from "@/app/_components/ui/toast";
import type { Agent } from "@/lib/http/contract/agents";
import { remove } from "../../../actions";
import { Choice } from "./choice";

/** Asks what becomes of the memory, where there is one. */
export function DeleteAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const t = useTranslations("agents");
  const common = useTranslations("common");
  const tProblem = useTranslations("problems");
  const router = useRouter();
  const [pending, start] = useTransition();
  const [memory, setMemory] = useState<"keep" | "delete">("keep");
  const hasMemory = agent.memory.entries + agent.memory.notes > 0;
  const confirmed = () =>
    start(async () => {
      const outcome = await remove(agent.id, memory);
      if (!outcome.ok) return void toast.error(failureSentence(tProblem, outcome));
      toast.success(t("deleted", { name: agent.name }));
      router.push("/agents");
      router.refresh();
    });
  return (
    <Dialog
      alert
      open
      onOpenChange={onClose}
      size="md"
      title={t("deleteTitle", { name: agent.name })}
      description={agent.visibility === "workspace" ? `${t("deleteBody")} ${t("deleteShared")}` : t("deleteBody")}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {common("cancel")}
          </Button>
          <Button variant="danger" onClick={confirmed} loading={pending}>
            {t("deleteConfirm")}
          </Button>
        </>
      }
    >
      {hasMemory && (
        <div role="radiogroup" aria-labelledby="memory-choice" className="space-y-2 px-px pb-px">
          <p id="memory-choice" className="font-medium text-sm">
            {t("memoryChoice")}
          </p>
          <a
            href={`/api/v1/agents/${agent.id}/memory/export`}
            download
            className="inline-block text-[13px] text-accent underline underline-offset-3"
          >
            {t("exportFirst")}
          </a>
          <Choice
            name="memory"
            label={t("memoryKeep")}
            hint={t("memoryKeepHint")}
            checked={memory === "keep"}
            onChoose={() => setMemory("keep")}
          />
          <Choice
            name="memory"
            label={t("memoryDelete")}
            hint={t("memoryDeleteHint")}
            checked={memory === "delete"}
            onChoose={() => setMemory("delete")}
          />
        </div>
      )}
    </Dialog>
  );
}
