"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { toast } from "@/app/_components/ui/toast";
import { WordDiff } from "@/app/_components/word-diff";
import type { ContextVersion } from "@/lib/http/contract/context";
import { useFailed } from "../../../../_components/use-failed";
import { restore } from "../../actions";
import { MessageRange } from "./message-link";
import { smallText } from "./section";
import { useHow } from "./use-how";

export function VersionItem({
  sessionId,
  version: v,
  base,
  current,
  verbatimSince,
  firstMessageId,
  now,
  onChanged,
}: {
  sessionId: string;
  version: ContextVersion;
  /** What it was made from; undefined where that is not listed any more. */
  base: string | undefined;
  current: boolean;
  verbatimSince: number;
  firstMessageId: string | null;
  now: Date;
  onChanged: () => void;
}) {
  const t = useTranslations("context");
  const failed = useFailed();
  const format = useFormatter();
  const locale = useLocale();
  const how = useHow();
  const [shown, setShown] = useState<"diff" | "text" | null>(null);
  const [asking, setAsking] = useState(false);
  const at = new Date(v.created_at);
  const date = format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  const name = t("versions.version", { version: v.version });
  const byHand = v.method === "user";
  const addsMessages = !byHand && v.from_seq > 1 && v.from_seq <= v.to_seq;

  const restored = async () => {
    const outcome = await restore(sessionId, v.version).catch(() => null);
    if (outcome?.ok) toast.success(t("versions.restored", { version: v.version }));
    else failed(outcome);
    onChanged();
  };
  const toggle = (what: "diff" | "text") => setShown(shown === what ? null : what);

  return (
    <li data-version={v.version} className="border-line border-t py-4 first:border-t-0 first:pt-1">
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h4 className="font-medium text-sm">{name}</h4>
        {current && (
          <Badge tone="accent" className="self-center">
            {t("versions.current")}
          </Badge>
        )}
        <time
          dateTime={v.created_at}
          title={date}
          className="ms-auto text-[13px] text-ink-muted"
          suppressHydrationWarning
        >
          {/* On a phone both would not fit beside the badge. */}
          <span className="max-sm:hidden">{date} · </span>
          {format.relativeTime(at, now)}
        </time>
      </div>
      <div className="mt-1 text-[13px] leading-5">
        <p>{t(`versions.reasons.${v.reason}`, { base: v.base_version })}</p>
        {v.instructions && (
          <p dir="auto" className="wrap-anywhere text-ink-muted">
            {t("versions.asked", { instructions: v.instructions })}
          </p>
        )}
        <p className="wrap-anywhere text-ink-muted">{how(v).join(" · ")}</p>
        <p className="text-ink-muted">
          <MessageRange
            words="versions.covers"
            from={{ seq: 1, messageId: firstMessageId }}
            to={{ seq: v.to_seq, messageId: v.to_message_id }}
          />
          {addsMessages && (
            <>
              {" · "}
              <MessageRange
                words="versions.added"
                from={{ seq: v.from_seq, messageId: v.from_message_id }}
                to={{ seq: v.to_seq, messageId: v.to_message_id }}
              />
            </>
          )}
        </p>
      </div>
      <div className="mt-2 -ml-3 flex flex-wrap gap-x-1">
        {base !== undefined && (
          <Button size="sm" variant="ghost" aria-expanded={shown === "diff"} onClick={() => toggle("diff")}>
            {t(shown === "diff" ? "versions.hideDiff" : "versions.showDiff")}
          </Button>
        )}
        <Button size="sm" variant="ghost" aria-expanded={shown === "text"} onClick={() => toggle("text")}>
          {t(shown === "text" ? "versions.hideText" : "versions.showText")}
        </Button>
        {!current && (
          <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
            {t("versions.restore")}
          </Button>
        )}
      </div>
      {shown && (
        <section
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
          tabIndex={0}
          className="mt-2 max-h-[50dvh] overflow-y-auto rounded-control border border-line bg-surface px-3.5 py-3"
        >
          {shown === "diff" ? (
            <>
              <p className={`mb-2 ${smallText}`}>
                {v.base_version === 0 ? t("versions.diffFirst") : t("versions.diffFrom", { base: v.base_version })}
              </p>
              <WordDiff before={base ?? ""} after={v.summary} locale={locale} />
            </>
          ) : (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-[13px] leading-6">
              {v.summary}
            </p>
          )}
        </section>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("versions.restoreTitle", { version: v.version })}
        body={
          <>
            <p>{t(...consequence(v.to_seq, verbatimSince - 1))}</p>
            <p className="mt-2">{t("versions.restoreKept")}</p>
          </>
        }
        confirm={t("versions.restore")}
        onConfirm={restored}
      />
    </li>
  );
}

type Consequence = [
  key: "versions.restoreVerbatim" | "versions.restoreCovered" | "versions.restoreSame",
  values: { first: number; last: number; count: number },
];

/** What becomes of the messages between what a version covers and what is covered now. */
function consequence(toSeq: number, coveredNow: number): Consequence {
  const first = Math.min(toSeq, coveredNow) + 1;
  const last = Math.max(toSeq, coveredNow);
  const values = { first, last, count: last - first + 1 };
  if (toSeq === coveredNow) return ["versions.restoreSame", values];
  return [toSeq < coveredNow ? "versions.restoreVerbatim" : "versions.restoreCovered", values];
}
