"use client";

import clsx from "clsx";
import { Boxes, KeyRound, ShieldCheck, UserRound } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

const icon = { "aria-hidden": true, size: 16 } as const;

/** The parts of the settings: a column where there is room, a row to swipe on phones. */
export function SettingsNav() {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const current = useRef<HTMLAnchorElement>(null);
  const pages = [
    { href: "/settings/profile", label: t("settingsProfile"), icon: <UserRound {...icon} /> },
    { href: "/settings/security", label: t("settingsSecurity"), icon: <ShieldCheck {...icon} /> },
    { href: "/settings/tokens", label: t("settingsTokens"), icon: <KeyRound {...icon} /> },
    { href: "/settings/models", label: t("settingsModels"), icon: <Boxes {...icon} /> },
  ];
  useEffect(() => {
    void pathname;
    current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);

  return (
    <nav aria-label={t("settingsNav")} className="shrink-0 lg:sticky lg:top-8 lg:w-44 lg:self-start">
      <ul className="-mx-4 flex gap-1 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0 lg:flex-col lg:overflow-visible">
        {pages.map((page) => {
          const isCurrent = pathname === page.href || pathname.startsWith(`${page.href}/`);
          return (
            <li key={page.href} className="shrink-0">
              <Link
                ref={isCurrent ? current : null}
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
