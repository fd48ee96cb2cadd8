"use client";

import clsx from "clsx";
import { Boxes, KeyRound, ShieldCheck, UserRound, UsersRound } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";

// A phone has room for the words alone.
const icon = { "aria-hidden": true, size: 16, className: "max-sm:hidden" } as const;

/** The parts of the settings: a column where there is room, a row on phones, or two where the words are long. */
export function SettingsNav() {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const pages = [
    { href: "/settings/profile", label: t("settingsProfile"), icon: <UserRound {...icon} /> },
    { href: "/settings/security", label: t("settingsSecurity"), icon: <ShieldCheck {...icon} /> },
    { href: "/settings/tokens", label: t("settingsTokens"), icon: <KeyRound {...icon} /> },
    { href: "/settings/workspace", label: t("settingsWorkspace"), icon: <UsersRound {...icon} /> },
    { href: "/settings/models", label: t("settingsModels"), icon: <Boxes {...icon} /> },
  ];

  return (
    <nav aria-label={t("settingsNav")} className="shrink-0 lg:sticky lg:top-8 lg:w-44 lg:self-start">
      <ul className="flex flex-wrap gap-1 py-1 max-sm:-mx-1.5 lg:flex-col">
        {pages.map((page) => {
          const isCurrent = pathname === page.href || pathname.startsWith(`${page.href}/`);
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
