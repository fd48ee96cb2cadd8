"use client";

import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/input";
import { toast } from "@/app/_components/ui/toast";
import { Conflict } from "../../_components/conflict";
import { read, type SavedNote, save } from "../actions";

/** What somebody else, a flush or another program wrote meanwhile; its hash is null where they removed the note. */
type Other = { text: string; hash: string | null };

/** The note's file as it stands. What was written to it meanwhile is shown, never written over unseen. */
export function NoteEditor({
  agentId,
  day,
  note,
  onClose,
}: {
  agentId: string;
  day: string;
  note: SavedNote | null;
  onClose: () => void;
}) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const tProblem = useTranslations("problems");
  const [pending, start] = useTransition();
  const [text, setText] = useState(note?.text ?? "");
  const [base, setBase] = useState(note?.hash ?? null);
  const [other, setOther] = useState<Other | null>(null);

  const submit = (over: string | null) =>
    start(async () => {
      const outcome = await save(agentId, day, { text, baseHash: over });
      if (outcome.ok) {
        toast.success(t("saved"));
        return onClose();
      }
      if (outcome.problem !== "file_changed") return void toast.error(failureSentence(tProblem, outcome));
      const newer = await read(agentId, day);
      setOther(newer.ok ? newer.value : { text: "", hash: null });
    });
  const takeOther = ({ text: theirs, hash }: Other) => {
    setText(theirs);
    setBase(hash);
    setOther(null);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit(base);
      }}
      className="space-y-4"
    >
      <Field label={t("noteText")} hint={t("noteTextHint")}>
        <Textarea
          value={text}
          onChange={({ target }) => setText(target.value)}
          dir="auto"
          spellCheck={false}
          className="field-sizing-content min-h-64 font-mono text-[13px]!"
        />
      </Field>
      {other ? (
        <Conflict
          title={t("conflictTitle")}
          body={t("conflictBody")}
          theirs={other.hash === null ? t("conflictRemoved") : other.text}
          pending={pending}
          onSaveMine={() => submit(other.hash)}
          onTakeTheirs={() => takeOther(other)}
        />
      ) : (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" loading={pending}>
            {t("save")}
          </Button>
          <Button disabled={pending} onClick={onClose}>
            {common("cancel")}
          </Button>
        </div>
      )}
    </form>
  );
}
