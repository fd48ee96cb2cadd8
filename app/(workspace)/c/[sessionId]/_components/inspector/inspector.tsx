"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { queryKeys } from "@/app/_components/query-keys";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Skeleton } from "@/app/_components/ui/skeleton";
import type { ContextBudget } from "@/lib/http/contract/messages";
import type { Session } from "@/lib/http/contract/sessions";
import { Background } from "./background";
import { CompactSection } from "./compact-section";
import { useCompaction } from "./compactions";
import { contextOptions } from "./context-options";
import { Filling } from "./filling";
import { JumpProvider } from "./message-link";
import { PayloadSection } from "./payload-section";
import { SummarySection } from "./summary-section";
import { VersionsSection } from "./versions-section";

/** What the model would be given of this conversation, how that came about, and what can be done about it. */
export default function Inspector({
  session,
  onClose,
  onJump,
  onBudget,
  onChanged,
}: {
  session: Session;
  onClose: () => void;
  onJump: (messageId: string) => void;
  onBudget: (budget: ContextBudget) => void;
  /** The summary, and with it where verbatim begins, is another now. */
  onChanged: () => void;
}) {
  const t = useTranslations("context");
  const client = useQueryClient();
  const { id } = session;
  const busy = useCompaction(id)?.state === "running";
  const { data, isError, refetch } = useQuery(contextOptions(id, busy));

  const latest = useRef({ onBudget, onChanged });
  latest.current = { onBudget, onChanged };
  const version = data?.summary_version;
  useEffect(() => {
    if (data) latest.current.onBudget(data.context_budget);
  }, [data]);
  useEffect(() => {
    if (version !== undefined && version !== session.summary_version) latest.current.onChanged();
  }, [version, session.summary_version]);
  // What happens in the conversation meanwhile changes what is sent.
  const stamp = `${session.summary_version} ${session.last_seq} ${session.active_run_id}`;
  const seen = useRef(stamp);
  useEffect(() => {
    if (seen.current === stamp) return;
    seen.current = stamp;
    void client.invalidateQueries({ queryKey: queryKeys.context(id), exact: true });
  }, [client, id, stamp]);

  const renew = useCallback(async () => (await refetch()).data ?? null, [refetch]);
  const changed = useCallback(() => {
    void renew();
    latest.current.onChanged();
  }, [renew]);
  const jump = useMemo(
    () => ({
      sessionId: id,
      jumpTo(messageId: string) {
        onClose();
        onJump(messageId);
      },
    }),
    [id, onClose, onJump],
  );
  const firstMessageId = data?.versions.find(({ from_seq }) => from_seq === 1)?.from_message_id ?? null;

  return (
    <Dialog side open onOpenChange={onClose} title={t("title")}>
      {data ? (
        <JumpProvider value={jump}>
          <Background context={data} />
          <Filling context={data} />
          <SummarySection sessionId={id} context={data} firstMessageId={firstMessageId} renew={renew} />
          <CompactSection sessionId={id} onChanged={changed} />
          <VersionsSection sessionId={id} context={data} firstMessageId={firstMessageId} onChanged={changed} />
          <PayloadSection sessionId={id} />
        </JumpProvider>
      ) : isError ? (
        <div className="grid justify-items-start gap-3 pb-5 text-sm">
          <p>{t("failed")}</p>
          <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
        </div>
      ) : (
        <div role="status" aria-label={t("loading")} className="space-y-3 pb-5">
          {["w-1/2", "w-full", "w-4/5", "w-2/3", "w-3/4"].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
