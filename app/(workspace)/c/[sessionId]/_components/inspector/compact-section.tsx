"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/input";
import { Spinner } from "@/app/_components/ui/spinner";
import { toast } from "@/app/_components/ui/toast";
import { beginCompaction, type Compaction, forgetCompaction, useCompaction } from "./compactions";
import { Section, smallText } from "./section";

export function CompactSection({ sessionId, onChanged }: { sessionId: string; onChanged: () => void }) {
  const t = useTranslations("context");
  const compaction = useCompaction(sessionId);
  const sentence = useCompactionSentence();
  const [instructions, setInstructions] = useState("");
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      forgetCompaction(sessionId);
    };
  }, [sessionId]);

  const running = compaction?.state === "running";
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (running) return;
    const ended = await beginCompaction(sessionId, instructions);
    onChanged();
    if (shown.current) return;
    // Whoever has closed the panel meanwhile is told where they are now.
    toast(sentence(ended) ?? "");
    forgetCompaction(sessionId);
  };
  return (
    <Section title={t("compact.heading")}>
      <form onSubmit={begin} className="grid gap-3">
        <p className={smallText}>{t("compact.explained")}</p>
        <Field label={t("compact.label")} aside={t("compact.optional")}>
          <Textarea
            dir="auto"
            rows={2}
            maxLength={2_000}
            value={instructions}
            placeholder={t("compact.placeholder")}
            onChange={(event) => setInstructions(event.target.value)}
            className="field-sizing-content max-h-40 min-h-16"
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" aria-disabled={running}>
            {t("compact.action")}
          </Button>
          <p role="status" className="flex min-w-0 flex-1 basis-48 items-start gap-2 text-[13px] leading-5">
            {running && <Spinner size={15} className="mt-0.5 flex-none text-accent" />}
            {sentence(compaction)}
          </p>
        </div>
      </form>
    </Section>
  );
}

/** How it stands, in words; null: there is nothing to say. */
function useCompactionSentence(): (compaction: Compaction) => string | null {
  const t = useTranslations("context");
  const tProblem = useTranslations("problems");
  return (compaction) => {
    if (!compaction) return null;
    if (compaction.state === "running") return t("compact.running");
    const { outcome } = compaction;
    if (outcome === "lost") return tProblem("unreachable");
    if (!outcome.ok) return t("compact.failed", { reason: failureSentence(tProblem, outcome) });
    return outcome.value.rolled ? t("compact.done", { seq: outcome.value.verbatimSinceSeq }) : t("compact.nothing");
  };
}
