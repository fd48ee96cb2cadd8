"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { tooltip } from "@/app/_components/ui/tooltip";
import type { ContextBudget } from "@/lib/http/contract/messages";

const RADIUS = 7;
const LENGTH = 2 * Math.PI * RADIUS;

/** How full the model's context is, and in words on a press. */
export function ContextRing({ budget }: { budget: ContextBudget }) {
  const t = useTranslations("conversation");
  const format = useFormatter();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const share = Math.min(1, Math.max(0, budget.used_pct / 100));
  const percent = format.number(share, { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 });
  const facts = { used: budget.used_runes, limit: budget.limit_runes, percent };

  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      const inside = event.target instanceof Node && root.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !inside) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [open]);

  return (
    <div ref={root} className="relative">
      <button
        type="button"
        {...tooltip(t("contextTip", facts))}
        aria-label={t("contextLabel", { percent })}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
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
      {open && (
        <div
          id={id}
          role="note"
          className="absolute right-0 bottom-full z-20 mb-2 w-72 animate-enter rounded-card bg-raised p-4 text-sm leading-6 shadow-raised"
        >
          <p className="font-medium">{t("contextTitle", { percent })}</p>
          <div className="my-2.5 h-1.5 overflow-hidden rounded-full bg-ink/10">
            <div
              className={`h-full rounded-full ${share > 0.9 ? "bg-warning" : "bg-accent"}`}
              style={{ width: `${share * 100}%` }}
            />
          </div>
          <p className="text-ink-muted">{t("contextNumbers", facts)}</p>
          <p className="mt-2 text-ink-muted">{t("contextExplained")}</p>
        </div>
      )}
    </div>
  );
}
