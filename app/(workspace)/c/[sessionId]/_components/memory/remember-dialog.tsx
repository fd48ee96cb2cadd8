"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import { KINDS } from "@/app/_components/entry-kinds";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input, Textarea } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { toast } from "@/app/_components/ui/toast";
import { countRunes } from "@/lib/context/size/measure";
import type { Message } from "@/lib/http/contract/messages";
import { useFailed } from "../../../../_components/use-failed";
import { remember, takeBack } from "../../actions";
import { sourceOf } from "../message/message-text";
import { MOST_KEPT_RUNES } from "./kept";

/** Asks what of a message is kept in the agent's memory: what was marked in it, else all of it, to be shortened by hand. */
export function RememberDialog({
  message,
  marked,
  onClose,
}: {
  message: Message;
  marked: string | null;
  onClose: () => void;
}) {
  const t = useTranslations("conversation.memory");
  const tProblem = useTranslations("problems");
  const failed = useFailed();
  const form = useId();
  const [title, setTitle] = useState("");
  const [text, setText] = useState(() => (marked ?? sourceOf(message)).trim());
  const [kind, setKind] = useState<string>("fact");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const over = Math.max(0, countRunes(text.trim()) - MOST_KEPT_RUNES);
  const empty = text.trim() === "";
  const fault = over > 0 ? t("tooLong", { over }) : problem;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (empty || over > 0) return field.current?.focus();
    setBusy(true);
    setProblem(null);
    const outcome = await remember(message.session_id, message.id, { title: title.trim(), text, kind }).catch(
      () => null,
    );
    setBusy(false);
    if (!outcome?.ok) return setProblem(outcome ? failureSentence(tProblem, outcome) : tProblem("unreachable"));
    const { agentId, entryId } = outcome.value;
    onClose();
    const undo = async () => {
      const undone = await takeBack(agentId, entryId).catch(() => null);
      if (undone?.ok) toast(t("takenBack"));
      else failed(undone);
    };
    toast.success(t("kept"), { action: { label: t("undo"), onAction: () => void undo() } });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      size="md"
      title={t("dialogTitle")}
      description={t("dialogBody")}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={busy} disabled={empty}>
            {t("keep")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} className="grid gap-4 px-px pb-px">
        <Field label={t("textLabel")} hint={t("textHint")} error={fault}>
          <Textarea
            ref={field}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="field-sizing-content max-h-[40dvh] min-h-28"
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
          <Field label={t("titleLabel")} aside={t("optional")}>
            <Input
              dir="auto"
              maxLength={200}
              value={title}
              placeholder={t("titlePlaceholder")}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Field>
          <Field label={t("kindLabel")}>
            <Select value={kind} onChange={(event) => setKind(event.target.value)}>
              {KINDS.map((name) => (
                <option key={name} value={name}>
                  {t(`kind.${name}`)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      </form>
    </Dialog>
  );
}
