"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import type { SessionContext } from "@/lib/http/contract/context";
import { LongMarkdown } from "../message/long-markdown";
import { drafts } from "./drafts";
import { keepingLines } from "./keeping-lines";
import { MessageRange } from "./message-link";
import { Section, smallText } from "./section";
import { SummaryEditor } from "./summary-editor";

export function SummarySection({
  sessionId,
  context,
  firstMessageId,
  renew,
}: {
  sessionId: string;
  context: SessionContext;
  firstMessageId: string | null;
  renew: () => Promise<SessionContext | null>;
}) {
  const t = useTranslations("context");
  const [editing, setEditing] = useState(() => drafts.has(sessionId));
  const edit = useRef<HTMLButtonElement>(null);
  const current = context.versions.find(({ version }) => version === context.summary_version);
  if (!current) {
    return (
      <Section title={t("summary.heading")}>
        <p className={smallText}>{t("summary.none")}</p>
      </Section>
    );
  }
  const stop = () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <Section
      title={t("summary.heading")}
      aside={
        !editing && (
          <Button
            ref={edit}
            size="sm"
            variant="ghost"
            icon={<Pencil aria-hidden="true" size={14} />}
            onClick={() => setEditing(true)}
          >
            {t("summary.edit")}
          </Button>
        )
      }
    >
      {editing ? (
        <SummaryEditor sessionId={sessionId} context={context} renew={renew} onClose={stop} />
      ) : (
        <>
          <p className={smallText}>
            <MessageRange
              words="summary.covers"
              from={{ seq: 1, messageId: firstMessageId }}
              to={{ seq: current.to_seq, messageId: current.to_message_id }}
            />
          </p>
          <section
            dir="auto"
            className="wrap-anywhere mt-3 max-h-[45dvh] overflow-y-auto rounded-control border border-line bg-surface px-3.5 py-3 text-sm"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
            tabIndex={0}
            aria-label={t("summary.heading")}
          >
            <LongMarkdown text={keepingLines(context.summary)} growing={false} />
          </section>
          <p className="mt-2 text-end text-[13px] text-ink-muted tabular-nums">
            {t("summary.count", { runes: current.runes_after, most: context.summary_max_runes })}
          </p>
        </>
      )}
    </Section>
  );
}
