import { useFormatter, useTranslations } from "next-intl";
import { Notice } from "@/app/_components/ui/notice";
import type { Agent } from "@/lib/http/contract/agents";
import { FlushNow } from "./flush-now";

/** What the reader's memory with the agent holds, and how the writing of it goes. */
export function MemoryStatus({ agent: { id, memory }, waiting }: { agent: Agent; waiting: number }) {
  const t = useTranslations("agents");
  const format = useFormatter();
  const moment = (time: string) => format.dateTime(new Date(time), { dateStyle: "medium", timeStyle: "short" });
  const facts = [
    { label: t("memoryEntries"), value: format.number(memory.entries) },
    { label: t("memoryNotes"), value: format.number(memory.notes) },
    { label: t("lastArchive"), value: memory.last_flush_at ? moment(memory.last_flush_at) : t("never") },
  ];
  return (
    <section aria-labelledby="memory">
      <h2 id="memory" className="mb-2 font-medium text-[15px]">
        {t("memory")}
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
        {facts.map(({ label, value }) => (
          <div key={label} className="bg-surface px-4 py-3 last:max-sm:col-span-2">
            <dt className="text-[13px] text-ink-muted">{label}</dt>
            <dd className="mt-0.5 font-medium text-sm tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 space-y-2">
        <FlushNow agentId={id} />
        {memory.failed_at && <Notice tone="danger">{t("failed", { when: moment(memory.failed_at) })}</Notice>}
        {waiting > 0 && <p className="text-[13px] text-ink-muted">{t("waiting", { count: waiting })}</p>}
      </div>
    </section>
  );
}
