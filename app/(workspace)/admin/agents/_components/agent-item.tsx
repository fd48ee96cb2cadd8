import { useFormatter, useTranslations } from "next-intl";
import { AgentMark } from "@/app/_components/agent-mark";
import { Badge } from "@/app/_components/ui/badge";
import { TOGGLES } from "@/lib/memory/toggles";
import type { AgentOverview } from "@/lib/workspaces/overview";

const KB = 1_000;
const MB = 1_000_000;

export function AgentItem({ agent }: { agent: AgentOverview }) {
  const t = useTranslations("admin");
  const format = useFormatter();
  const { memories, entries, notes, bytes, failures, lastFlushAt } = agent;
  const size =
    bytes >= MB
      ? format.number(bytes / MB, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 })
      : format.number(bytes / KB, { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 });
  return (
    <li className="flex gap-3 px-4 py-3.5">
      <AgentMark agent={agent} />
      <div className="min-w-0 flex-1 text-[13px] text-ink-muted leading-5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere font-medium text-ink text-sm" dir="auto">
            {agent.name}
          </span>
          <Badge>{t(agent.visibility === "workspace" ? "shared" : "private")}</Badge>
          {agent.archivedAt && <Badge>{t("archived")}</Badge>}
          {failures > 0 && <Badge tone="warning">{t("failures", { count: failures })}</Badge>}
        </p>
        <p className="wrap-anywhere mt-0.5">{t("ownedBy", { name: agent.owner })}</p>
        <p className="mt-0.5">
          {memories === 0 ? t("noMemory") : t("sizes", { memories, entries, notes, size })}
          {lastFlushAt && (
            <>
              {" · "}
              {t("lastFlush", { when: format.dateTime(lastFlushAt, { dateStyle: "medium", timeStyle: "short" }) })}
            </>
          )}
        </p>
        <ul className="mt-0.5">
          {TOGGLES.map((toggle) => {
            const { on, by } = agent.toggles[toggle];
            return (
              <li key={toggle}>
                {t("effective", { what: t(`toggle.${toggle}`), state: t(on ? "on" : "off"), by: t(`decided.${by}`) })}
              </li>
            );
          })}
        </ul>
      </div>
    </li>
  );
}
