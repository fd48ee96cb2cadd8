"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { toast } from "@/app/_components/ui/toast";
import type { InputIssue } from "@/lib/errors";
import type { MemoryEntry } from "@/lib/http/contract/memory";
import { create, merge } from "../actions";
import { EMPTY_ENTRY, type EntryDraft, EntryFields, entryInput } from "./entry-fields";

/** What several say, one below the other, to be made into one by hand. */
function draftOf(entries: readonly MemoryEntry[]): EntryDraft {
  const [first] = entries;
  if (!first) return EMPTY_ENTRY;
  const body = entries.map(({ title, body: said }) => said || title).join("\n\n");
  return {
    title: first.title,
    kind: first.kind,
    body,
    tags: [...new Set(entries.flatMap(({ tags }) => tags))].join(", "),
  };
}

/** Writes a new entry, or one in the place of several. */
export function EntryDialog({
  agentId,
  merged,
  onClose,
  onDone,
}: {
  agentId: string;
  merged: readonly MemoryEntry[] | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const tProblem = useTranslations("problems");
  const form = useId();
  const [pending, start] = useTransition();
  const [draft, setDraft] = useState(() => draftOf(merged ?? []));
  const [issues, setIssues] = useState<InputIssue[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const input = entryInput(draft);
      const outcome = await (merged
        ? merge(agentId, { ...input, ids: merged.map(({ id }) => id) })
        : create(agentId, input));
      if (outcome.ok) {
        toast.success(merged ? t("merged") : t("entrySaved"));
        onDone();
      } else if (outcome.problem === "invalid_input") setIssues(outcome.issues);
      else toast.error(failureSentence(tProblem, outcome));
    });
  };
  return (
    <Dialog
      open
      size="md"
      onOpenChange={onClose}
      title={merged ? t("mergeTitle", { count: merged.length }) : t("newEntry")}
      description={merged ? t("mergeBody") : undefined}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {common("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={pending}>
            {merged ? t("merge") : t("save")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-5 px-px pb-px">
        <EntryFields value={draft} onChange={setDraft} issues={issues} />
      </form>
    </Dialog>
  );
}
