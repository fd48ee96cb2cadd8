"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/input";
import { Notice } from "@/app/_components/ui/notice";
import { toast } from "@/app/_components/ui/toast";
import { countRunes } from "@/lib/context/size/measure";
import type { SessionContext } from "@/lib/http/contract/context";
import { saveSummary } from "../../actions";
import { type Draft, drafts } from "./drafts";

/** The summary in a person's own words. */
export function SummaryEditor({
  sessionId,
  context,
  renew,
  onClose,
}: {
  sessionId: string;
  context: SessionContext;
  /** Reads the context again; null where it could not be. */
  renew: () => Promise<SessionContext | null>;
  onClose: () => void;
}) {
  const t = useTranslations("context");
  const tProblem = useTranslations("problems");
  const [draft, setDraft] = useState<Draft>(
    () =>
      drafts.get(sessionId) ?? { base: context.summary_version, text: context.summary, mine: null, conflict: false },
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    drafts.set(sessionId, draft);
  }, [sessionId, draft]);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // With the buttons below it.
    field.current?.form?.scrollIntoView({ block: "nearest" });
  }, []);

  const most = context.summary_max_runes;
  const runes = countRunes(draft.text.trim());
  const over = Math.max(0, runes - most);
  const fault = over > 0 ? t("summary.tooLong", { over }) : runes === 0 ? t("summary.empty") : problem;

  const close = () => {
    drafts.delete(sessionId);
    onClose();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (over > 0 || runes === 0) return field.current?.focus();
    setBusy(true);
    setProblem(null);
    const outcome = await saveSummary(sessionId, { version: draft.base, summary: draft.text }).catch(() => null);
    if (outcome?.ok) {
      await renew();
      toast.success(t("summary.saved"));
      return close();
    }
    setBusy(false);
    if (outcome?.problem === "summary_changed") setDraft({ ...draft, conflict: true });
    else setProblem(outcome ? failureSentence(tProblem, outcome) : tProblem("unreachable"));
  };
  const loadNewer = async () => {
    const newer = await renew();
    if (!newer) return setProblem(tProblem("unreachable"));
    setDraft({ base: newer.summary_version, text: newer.summary, mine: draft.text, conflict: false });
  };

  return (
    <form onSubmit={save} className="grid scroll-m-5 gap-3">
      {draft.conflict && (
        <div role="alert" className="grid gap-2.5">
          <Notice tone="danger">{t("summary.changed")}</Notice>
          <Button size="sm" className="justify-self-start" onClick={() => void loadNewer()}>
            {t("summary.loadNewer")}
          </Button>
        </div>
      )}
      {draft.mine !== null && (
        <div className="grid gap-2.5">
          <Notice tone="neutral">{t("summary.newerShown", { version: draft.base })}</Notice>
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => setDraft({ ...draft, text: draft.mine ?? draft.text, mine: null })}
          >
            {t("summary.backToMine")}
          </Button>
        </div>
      )}
      <Field label={t("summary.label")} hideLabel hint={t("summary.hint")} error={fault}>
        <Textarea
          ref={field}
          dir="auto"
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          className="field-sizing-content max-h-[45dvh] min-h-48"
        />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="me-auto text-[13px] text-ink-muted tabular-nums">{t("summary.count", { runes, most })}</p>
        <Button onClick={close} disabled={busy}>
          {t("summary.cancel")}
        </Button>
        <Button type="submit" variant="primary" loading={busy}>
          {t("summary.save")}
        </Button>
      </div>
    </form>
  );
}
