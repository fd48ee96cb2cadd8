"use client";

import clsx from "clsx";
import { Bot } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { AgentMark } from "@/app/_components/agent-mark";
import type { ShellAgent } from "./shell";

/** The way to all agents, and to the newest of them. */
export function SidebarAgents({ agents }: { agents: readonly ShellAgent[] }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const row = (isCurrent: boolean) =>
    clsx(
      "touch-target flex h-8.5 items-center gap-2.5 rounded-control px-2.5 text-sm transition-colors duration-75",
      isCurrent ? "bg-ink/8 font-medium text-ink" : "text-ink-muted hover:bg-ink/5 hover:text-ink",
    );
  return (
    <nav aria-label={t("agents")} className="px-3 pb-3">
      <Link
        href="/agents"
        aria-current={pathname === "/agents" ? "page" : undefined}
        className={row(pathname === "/agents")}
      >
        <Bot aria-hidden="true" size={16} className="mx-0.5" />
        {t("agents")}
      </Link>
      {agents.length > 0 && (
        <ul className="mt-px space-y-px">
          {agents.map((agent) => {
            const isCurrent = pathname.startsWith(`/agents/${agent.id}`);
            return (
              <li key={agent.id}>
                <Link
                  href={`/agents/${agent.id}`}
                  prefetch={false}
                  aria-current={isCurrent ? "page" : undefined}
                  className={row(isCurrent)}
                >
                  <AgentMark agent={agent} size="sm" />
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {agent.name}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </nav>
  );
}
