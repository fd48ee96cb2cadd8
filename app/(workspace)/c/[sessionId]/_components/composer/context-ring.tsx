"use client";

import { useFormatter, useTranslations } from "next-intl";
import { tooltip } from "@/app/_components/ui/tooltip";
import type { ContextBudget } from "@/lib/http/contract/messages";
import { preloadInspector } from "../inspector/load";

const RADIUS = 7;
const LENGTH = 2 * Math.PI * RADIUS;

/** How full the model's context is; leads to what fills it. */
export function ContextRing({ budget, open, onOpen }: { budget: ContextBudget; open: boolean; onOpen: () => void }) {
  const t = useTranslations("conversation");
  const format = useFormatter();
  const share = Math.min(1, Math.max(0, budget.used_pct / 100));
  const percent = format.number(share, { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 });
  return (
    <button
      type="button"
      {...tooltip(t("contextTip", { used: budget.used_runes, limit: budget.limit_runes, percent }))}
      aria-label={t("contextLabel", { percent })}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={preloadInspector}
      onFocus={preloadInspector}
      onClick={onOpen}
      className="touch-target inline-flex size-9 items-center justify-center rounded-full text-ink-muted hover:bg-ink/6"
    >
      <svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18" className="-rotate-90">
        <circle cx="9" cy="9" r={RADIUS} fill="none" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.25" />
        <circle
          cx="9"
          cy="9"
          r={RADIUS}
          fill="none"
          stroke={share > 0.9 ? "var(--warning)" : "var(--accent)"}
          strokeWidth="2.25"
          strokeLinecap="round"
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          strokeOpacity={share === 0 ? 0 : 1}
        />
      </svg>
    </button>
  );
}
