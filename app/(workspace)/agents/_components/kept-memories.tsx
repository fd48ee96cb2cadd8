"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { AgentMark } from "@/app/_components/agent-mark";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { buttonClass } from "@/app/_components/ui/button-class";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { toast } from "@/app/_components/ui/toast";
import type { KeptMemory } from "@/lib/agents/remove";
import { deleteMemory } from "../actions";

/** What is left of agents that are gone. */
export function KeptMemories({ memories }: { memories: readonly KeptMemory[] }) {
  const t = useTranslations("agents");
  const tProblem = useTranslations("problems");
  const format = useFormatter();
  const heading = useId();
  const [asked, setAsked] = useState<KeptMemory | null>(null);
  const remove = async ({ agentId }: KeptMemory) => {
    const outcome = await deleteMemory(agentId);
    if (outcome.ok) toast.success(t("memoryDeleted"));
    else toast.error(failureSentence(tProblem, outcome));
  };
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="font-medium text-[13px] text-ink-muted">
        {t("keptTitle")}
      </h2>
      <p className="mt-0.5 mb-2 text-[13px] text-ink-muted">{t("keptIntro")}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {memories.map((memory) => (
          <li key={memory.agentId} className="flex flex-wrap items-center gap-3.5 px-4 py-3.5">
            <AgentMark agent={memory} />
            <span className="min-w-40 flex-1">
              <span dir="auto" className="wrap-anywhere block font-medium text-sm">
                {memory.name}
              </span>
              <span className="mt-0.5 block text-[13px] text-ink-muted">
                {t("entries", { count: memory.entries })} · {t("days", { count: memory.notes })}
                {memory.deletedAt &&
                  ` · ${t("deletedOn", { when: format.dateTime(memory.deletedAt, { dateStyle: "medium" }) })}`}
              </span>
            </span>
            <a
              href={`/api/v1/agents/${memory.agentId}/memory/export`}
              download
              aria-label={t("downloadNamed", { name: memory.name })}
              className={buttonClass({ size: "sm" })}
            >
              {t("download")}
            </a>
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("deleteMemoryNamed", { name: memory.name })}
              onClick={() => setAsked(memory)}
            >
              {t("deleteMemory")}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          danger
          open
          onOpenChange={(open) => !open && setAsked(null)}
          title={t("deleteMemoryTitle", { name: asked.name })}
          body={t("deleteMemoryBody")}
          confirm={t("deleteMemory")}
          onConfirm={() => remove(asked)}
        />
      )}
    </section>
  );
}
