"use client";

import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";

type Page = { href: string; label: string; icon: LucideIcon };

/** The pages of a part of the product: a column where there is room, a row on phones, or two where the words are long. */
export function SectionNav({ label, pages }: { label: string; pages: readonly Page[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="shrink-0 lg:sticky lg:top-8 lg:w-44 lg:self-start">
      <ul className="flex flex-wrap gap-1 py-1 max-sm:-mx-1.5 lg:flex-col">
        {pages.map(({ href, label, icon: Icon }) => {
          const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href} className="shrink-0">
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={clsx(
                  "touch-target flex h-9 items-center gap-2.5 rounded-control px-3 text-sm transition-colors duration-75",
                  isCurrent ? "bg-ink/7 font-medium text-ink" : "text-ink-muted hover:bg-ink/5 hover:text-ink",
                )}
              >
                {/* A phone has room for the words alone. */}
                <Icon aria-hidden="true" size={16} className="max-sm:hidden" />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
