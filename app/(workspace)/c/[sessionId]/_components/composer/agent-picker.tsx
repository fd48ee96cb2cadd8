"use client";

import { Bot, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type AgentLook, AgentMark } from "@/app/_components/agent-mark";
import { Menu } from "@/app/_components/ui/menu";

export type AgentChoice = AgentLook & {
  id: string;
  model: string | null;
  /** Null: it is private. */
  shared: { mine: boolean; by: string } | null;
  questions: readonly string[];
};

/** With whom a new conversation is held; by default with nobody in particular. */
export function AgentPicker({
  agents,
  value,
  onChange,
}: {
  agents: readonly AgentChoice[];
  value: AgentChoice | null;
  onChange: (id: string | null) => void;
}) {
  const t = useTranslations("agents");
  const label = value?.name ?? t("pickNone");
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={t("pickLabel", { name: label })}
          className="touch-target flex h-9 min-w-0 items-center gap-1.5 rounded-full px-2.5 text-ink-muted text-sm hover:bg-ink/6 hover:text-ink"
        >
          {value ? <AgentMark agent={value} size="sm" /> : <Bot aria-hidden="true" size={16} className="shrink-0" />}
          <span className="max-w-40 truncate max-sm:max-w-24">{value ? label : t("pick")}</span>
          <ChevronDown aria-hidden="true" size={14} className="shrink-0" />
        </button>
      }
      items={[
        { type: "heading", label: t("pick") },
        { label: t("pickNone"), hint: t("pickNoneHint"), checked: value === null, onSelect: () => onChange(null) },
        ...agents.map((agent) => ({
          label: agent.emoji && !agent.picture ? `${agent.emoji} ${agent.name}` : agent.name,
          ...(agent.shared && !agent.shared.mine && { hint: t("sharedBy", { name: agent.shared.by }) }),
          checked: agent.id === value?.id,
          onSelect: () => onChange(agent.id),
        })),
      ]}
    />
  );
}
