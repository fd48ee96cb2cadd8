"use client";

import clsx from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";

/** The parts of an agent. */
export function AgentNav({ agentId }: { agentId: string }) {
  const t = useTranslations("agents");
  const pathname = usePathname();
  const home = `/agents/${agentId}`;
  const pages = [
    { href: home, label: t("home") },
    { href: `${home}/notes`, label: t("notes") },
    { href: `${home}/entries`, label: t("memoryEntries") },
    { href: `${home}/settings`, label: t("settings") },
  ];
  return (
    <nav aria-label={t("sections")} className="mt-5 border-line border-b">
      <ul className="-mb-px flex gap-1">
        {pages.map(({ href, label }) => {
          const isCurrent = href === home ? pathname === home : pathname.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={clsx(
                  "touch-target flex h-9.5 items-center border-b-2 px-3 text-sm transition-colors duration-75",
                  isCurrent
                    ? "border-accent font-medium text-ink"
                    : "border-transparent text-ink-muted hover:border-line-strong hover:text-ink",
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
