import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { AgentMark } from "@/app/_components/agent-mark";
import { Badge } from "@/app/_components/ui/badge";
import type { Agent } from "@/lib/http/contract/agents";

/** One group of agents; nothing where there is none. */
export function AgentCards({ title, agents }: { title: string; agents: readonly Agent[] }) {
  const t = useTranslations("agents");
  const heading = useId();
  if (agents.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-2 font-medium text-[13px] text-ink-muted">
        {title}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {agents.map((agent) => (
          <li key={agent.id}>
            <Link
              href={`/agents/${agent.id}`}
              className="flex items-center gap-3.5 px-4 py-3.5 transition-colors duration-75 first:rounded-t-card last:rounded-b-card hover:bg-ink/3"
            >
              <AgentMark agent={agent} />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span dir="auto" className="wrap-anywhere font-medium text-sm">
                    {agent.name}
                  </span>
                  <SharedBadge agent={agent} />
                </span>
                <span className="mt-0.5 block truncate text-[13px] text-ink-muted">
                  {t("entries", { count: agent.memory.entries })} · {t("days", { count: agent.memory.notes })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SharedBadge({ agent }: { agent: Agent }) {
  const t = useTranslations("agents");
  if (agent.visibility !== "workspace") return null;
  return <Badge tone="accent">{agent.mine ? t("sharedByYou") : t("sharedBy", { name: agent.owner.name })}</Badge>;
}
