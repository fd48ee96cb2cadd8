"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/input";
import { Notice } from "@/app/_components/ui/notice";
import { Switch } from "@/app/_components/ui/switch";
import { toast } from "@/app/_components/ui/toast";
import type { InputIssue } from "@/lib/errors";
import type { EntryChanges, MemoryEntry } from "@/lib/http/contract/memory";
import { Conflict } from "../../../_components/conflict";
import { canBeMendedHere, FileProblem } from "../../../_components/file-problem";
import { EntryFields, entryInput } from "../../_components/entry-fields";
import { read, update } from "../../actions";

/** The file as somebody else has written it meanwhile, and what was to be saved. */
type Newer = { raw: string; hash: string; changes: EntryChanges };

/** The entry; of a file that cannot be read as one, the file itself. */
export function EditEntry({ agentId, entry }: { agentId: string; entry: MemoryEntry }) {
  const t = useTranslations("memory");
  const tProblem = useTranslations("problems");
  const router = useRouter();
  const [pending, start] = useTransition();
  const [draft, setDraft] = useState({
    title: entry.title,
    body: entry.body,
    kind: entry.kind,
    tags: entry.tags.join(", "),
  });
  const [raw, setRaw] = useState(entry.raw);
  const [issues, setIssues] = useState<InputIssue[]>([]);
  const { problem } = entry;
  const isBroken = problem !== null;
  const [newer, setNewer] = useState<Newer | null>(null);
  const save = (changes: EntryChanges, over = entry.hash) =>
    start(async () => {
      const outcome = await update(agentId, entry.id, { ...changes, base_hash: over });
      setIssues(outcome.ok ? [] : outcome.issues);
      if (outcome.ok) toast.success(t("entrySaved"), { key: "entry" });
      else if (outcome.problem === "file_changed") {
        const now = await read(agentId, entry.id);
        if (now.ok) return setNewer({ ...now.value, changes });
      }
      setNewer(null);
      if (!outcome.ok && outcome.problem !== "invalid_input") {
        toast.error(failureSentence(tProblem, outcome), { key: "entry" });
      }
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(isBroken ? { raw } : entryInput(draft));
  };
  if (problem !== null && !canBeMendedHere(problem)) {
    return (
      <Notice tone="danger">
        {t("entryProblemElsewhere", { file: entry.file })} <FileProblem problem={problem} />
      </Notice>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      {isBroken ? (
        <>
          <Notice tone="danger">
            {t("entryProblem", { file: entry.file })} <FileProblem problem={problem} />
          </Notice>
          <Field label={t("rawFile")} error={issues.length > 0 && t("rawInvalid")}>
            <Textarea
              value={raw}
              onChange={({ target }) => setRaw(target.value)}
              spellCheck={false}
              className="field-sizing-content min-h-48 font-mono text-[13px]!"
            />
          </Field>
        </>
      ) : (
        <>
          <EntryFields value={draft} onChange={setDraft} issues={issues} />
          <Switch
            label={t("pinned")}
            hint={t("pinnedHint")}
            checked={entry.pinned}
            disabled={pending}
            onChange={({ target }) => save({ pinned: target.checked })}
          />
        </>
      )}
      {newer ? (
        <Conflict
          title={t("entryConflictTitle")}
          body={t("entryConflictBody")}
          theirs={newer.raw}
          pending={pending}
          onSaveMine={() => save(newer.changes, newer.hash)}
          onTakeTheirs={() => start(() => router.refresh())}
        />
      ) : (
        <Button type="submit" variant="primary" loading={pending}>
          {t("save")}
        </Button>
      )}
    </form>
  );
}
