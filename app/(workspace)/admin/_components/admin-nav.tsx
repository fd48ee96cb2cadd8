"use client";

import clsx from "clsx";
import { Bot, ScrollText, UsersRound } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";

// A phone has room for the words alone.
const icon = { "aria-hidden": true, size: 16, className: "max-sm:hidden" } as const;

export function AdminNav() {
  const t = useTranslations("admin");
  const pathname = usePathname();
  const pages = [
    { href: "/admin/members", label: t("members"), icon: <UsersRound {...icon} /> },
    { href: "/admin/agents", label: t("agents"), icon: <Bot {...icon} /> },
    { href: "/admin/audit", label: t("audit"), icon: <ScrollText {...icon} /> },
  ];
  return (
    <nav aria-label={t("title")} className="shrink-0 lg:sticky lg:top-8 lg:w-44 lg:self-start">
      <ul className="flex flex-wrap gap-1 py-1 max-sm:-mx-1.5 lg:flex-col">
        {pages.map((page) => {
          const isCurrent = pathname === page.href;
          return (
            <li key={page.href} className="shrink-0">
              <Link
                href={page.href}
                aria-current={isCurrent ? "page" : undefined}
                className={clsx(
                  "touch-target flex h-9 items-center gap-2.5 rounded-control px-3 text-sm transition-colors duration-75",
                  isCurrent ? "bg-ink/7 font-medium text-ink" : "text-ink-muted hover:bg-ink/5 hover:text-ink",
                )}
              >
                {page.icon}
                {page.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
