"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/app/_components/ui/badge";
import type { McpServerTest } from "@/lib/http/contract/mcp-servers";

/** What a test found. */
export function TestedTools({ tested: { ms, tools, left_out } }: { tested: McpServerTest }) {
  const t = useTranslations("mcp");
  return (
    <div className="border-line border-t px-4 py-3 text-[13px] leading-5">
      <p className="font-medium">{t("testOk", { count: tools.length, ms })}</p>
      {left_out > 0 && <p className="text-ink-muted">{t("leftOut", { count: left_out })}</p>}
      {tools.length > 0 && (
        // Scrolled by keys as well.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
        <ul tabIndex={0} aria-label={t("testTools")} className="scroll-quiet mt-2 max-h-64 space-y-2 overflow-y-auto">
          {tools.map(({ name, description, read_only }) => (
            <li key={name}>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="wrap-anywhere font-mono text-xs">{name}</span>
                {!read_only && <Badge>{t("asks")}</Badge>}
              </p>
              <p className="wrap-anywhere line-clamp-2 text-ink-muted" dir="auto">
                {description}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
