"use client";

import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import type { SessionContext } from "@/lib/http/contract/context";
import { Section, smallText } from "./section";

const COLORS: Record<SessionContext["parts"][number]["kind"], string> = {
  instructions: "bg-ink-faint",
  memory: "bg-success",
  summary: "bg-warning",
  user_messages: "bg-accent",
  attachments: "bg-accent/70",
  knowledge: "bg-success/60",
  assistant_messages: "bg-accent/45",
  tools: "bg-tools",
};

/** What fills the budget, by kind. */
export function Filling({ context }: { context: SessionContext }) {
  const t = useTranslations("context");
  const format = useFormatter();
  const { used_runes, limit_runes, used_pct } = context.context_budget;
  const { parts } = context;
  const all = parts.reduce((sum, { runes }) => sum + runes, 0);
  const share = (runes: number) => runes / Math.max(limit_runes, all);
  const percent = (part: number) =>
    format.number(part, { style: "percent", maximumFractionDigits: part < 0.1 && part > 0 ? 1 : 0 });
  return (
    <Section
      title={t("filled.heading")}
      aside={
        <p className="text-[13px] text-ink-muted tabular-nums">
          {t("filled.numbers", { used: used_runes, limit: limit_runes })}
          <span className="ms-2 font-semibold text-ink">{percent(used_pct / 100)}</span>
        </p>
      }
    >
      <meter
        className="sr-only"
        min={0}
        max={100}
        value={used_pct}
        aria-label={t("filled.heading")}
        aria-valuetext={t("filled.bar", { percent: percent(used_pct / 100) })}
      />
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-full bg-ink/10">
        {parts.map(({ kind, runes }) => (
          <span
            key={kind}
            className={clsx("h-full min-w-0.5", COLORS[kind])}
            style={{ width: `${share(runes) * 100}%` }}
          />
        ))}
      </div>
      <ul className="mt-3.5 grid gap-1.5 text-[13px] leading-5">
        {parts.map(({ kind, runes }) => (
          <Entry
            key={kind}
            color={COLORS[kind]}
            name={t(`filled.kinds.${kind}`)}
            runes={format.number(runes)}
            share={percent(share(runes))}
          />
        ))}
        {used_runes < limit_runes && (
          <Entry
            color="bg-ink/10"
            name={t("filled.free")}
            runes={format.number(limit_runes - used_runes)}
            share={percent(1 - used_runes / limit_runes)}
          />
        )}
      </ul>
      <p className={clsx("mt-3.5", smallText)}>{t(used_pct >= 100 ? "filled.shortened" : "filled.explained")}</p>
      {parts.some(({ kind }) => kind === "attachments" || kind === "knowledge") && (
        <p className={clsx("mt-2", smallText)}>
          {t("filled.caps", {
            file: context.caps.attachment_max_runes,
            files: context.caps.attachments_max_runes,
            knowledge: context.caps.knowledge_max_runes,
          })}
        </p>
      )}
    </Section>
  );
}

function Entry({ color, name, runes, share }: { color: string; name: string; runes: string; share: string }) {
  return (
    <li className="flex items-center gap-2.5">
      <span aria-hidden="true" className={clsx("size-2.5 flex-none rounded-[3px]", color)} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="text-ink-muted tabular-nums">{runes}</span>
      <span className="w-14 text-end text-ink-muted tabular-nums">{share}</span>
    </li>
  );
}
