"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { toast } from "@/app/_components/ui/toast";
import { WordDiff } from "@/app/_components/word-diff";
import type { EntryChange } from "@/lib/http/contract/memory";
import { remove, restore } from "../../actions";

/** With the texts as a person reads them. */
type ShownChange = EntryChange & { before: string; after: string };

/** All that happened to an entry, each change to be looked at and gone back to; and the ways to be rid of it. */
export function EntryHistory({
  agentId,
  entryId,
  exists,
  changes,
}: {
  agentId: string;
  entryId: string;
  exists: boolean;
  changes: readonly ShownChange[];
}) {
  const t = useTranslations("memory");
  const tProblem = useTranslations("problems");
  const router = useRouter();
  const [asked, setAsked] = useState<"delete" | "erase" | null>(null);
  const removed = async (forGood: boolean) => {
    const outcome = await remove(agentId, entryId, forGood);
    if (!outcome.ok) return void toast.error(failureSentence(tProblem, outcome));
    toast.success(t(forGood ? "erased" : "deleted"));
    router.push(`/agents/${agentId}/entries`);
  };
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-2 font-medium text-[15px]">
        {t("history")}
      </h2>
      <ol className="divide-y divide-line rounded-card border border-line bg-surface">
        {changes.map((change, at) => (
          <Change key={change.id} agentId={agentId} change={change} isCurrent={at === 0 && exists} />
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap gap-2.5">
        {exists && <Button onClick={() => setAsked("delete")}>{t("delete")}</Button>}
        <Button variant="danger" onClick={() => setAsked("erase")}>
          {t("erase")}
        </Button>
      </div>
      <ConfirmDialog
        danger
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t(asked === "erase" ? "eraseTitle" : "deleteTitle")}
        body={t(asked === "erase" ? "eraseBody" : "deleteBody")}
        confirm={t(asked === "erase" ? "erase" : "delete")}
        onConfirm={() => removed(asked === "erase")}
      />
    </section>
  );
}

function Change({ agentId, change, isCurrent }: { agentId: string; change: ShownChange; isCurrent: boolean }) {
  const t = useTranslations("memory");
  const tProblem = useTranslations("problems");
  const locale = useLocale();
  const format = useFormatter();
  const [open, setOpen] = useState(false);
  const [pending, start] = useTransition();
  const goBack = () =>
    start(async () => {
      const outcome = await restore(agentId, change.id);
      if (outcome.ok) toast.success(t("restored"));
      else toast.error(failureSentence(tProblem, outcome));
    });
  const when = format.dateTime(new Date(change.created_at), { dateStyle: "medium", timeStyle: "short" });
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-40 flex-1 text-sm">
          {t(`changes.${change.kind}`)} · {t(`authors.${change.author}`)}
          <span className="block text-[13px] text-ink-muted">{when}</span>
        </p>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={open}
          aria-label={t("compareOf", { when })}
          onClick={() => setOpen(!open)}
        >
          {t("compare")}
        </Button>
        {!isCurrent && (
          <Button size="sm" loading={pending} aria-label={t("restoreOf", { when })} onClick={goBack}>
            {t("restore")}
          </Button>
        )}
      </div>
      {open && (
        <div className="mt-3 border-line border-t pt-3">
          <WordDiff before={change.before} after={change.after} locale={locale} />
        </div>
      )}
    </li>
  );
}
