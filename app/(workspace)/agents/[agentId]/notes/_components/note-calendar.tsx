"use client";

import clsx from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useMemo, useTransition } from "react";
import { DayPicker } from "react-day-picker";
import { enUS } from "react-day-picker/locale/en-US";
import { zhCN } from "react-day-picker/locale/zh-CN";
import { dateOf, dayOf } from "./days";

const step =
  "touch-target inline-flex size-8 items-center justify-center rounded-control text-ink-muted hover:bg-ink/6 hover:text-ink aria-disabled:opacity-40";

const PARTS = { Chevron: Step };

/** The months; days with a note are marked. Arrow keys go from day to day. */
export function NoteCalendar({
  agentId,
  day,
  today,
  days,
}: {
  agentId: string;
  day: string;
  today: string;
  days: readonly string[];
}) {
  const t = useTranslations("memory");
  const locale = useLocale();
  const router = useRouter();
  const [pending, start] = useTransition();
  const noted = useMemo(() => new Set(days), [days]);
  const hasNote = (date: Date) => noted.has(dayOf(date));
  const format = useMemo(() => new Intl.DateTimeFormat(locale, { dateStyle: "full" }), [locale]);
  return (
    <DayPicker
      key={day}
      mode="single"
      required
      fixedWeeks
      locale={locale === "zh-CN" ? zhCN : enUS}
      defaultMonth={dateOf(day)}
      selected={dateOf(day)}
      today={dateOf(today)}
      endMonth={dateOf(today)}
      disabled={{ after: dateOf(today) }}
      onSelect={(date) => start(() => router.push(`/agents/${agentId}/notes?day=${dayOf(date)}`, { scroll: false }))}
      modifiers={{ noted: hasNote }}
      labels={{
        labelDayButton: (date) =>
          hasNote(date) ? t("dayWithNote", { day: format.format(date) }) : format.format(date),
        labelPrevious: () => t("previousMonth"),
        labelNext: () => t("nextMonth"),
      }}
      className={clsx("shrink-0 self-center md:sticky md:top-2 md:self-start", pending && "opacity-60")}
      classNames={{
        months: "relative",
        month_caption: "flex h-8 items-center px-2 font-medium text-sm",
        nav: "absolute top-0 right-0 flex gap-0.5",
        button_previous: step,
        button_next: step,
        month_grid: "mt-2 border-collapse",
        weekday: "size-9 text-center font-normal text-ink-muted text-xs",
        day: "p-0 text-center",
        day_button:
          "relative inline-flex size-9 items-center justify-center rounded-control text-sm tabular-nums hover:bg-ink/6 disabled:cursor-default disabled:opacity-35 disabled:hover:bg-transparent",
        selected:
          "[&>button]:bg-accent [&>button]:font-medium [&>button]:text-on-accent [&>button]:hover:bg-accent-strong",
        today: "[&>button]:ring-1 [&>button]:ring-line-strong",
        outside: "text-ink-muted",
      }}
      modifiersClassNames={{
        noted:
          "font-semibold [&>button]:after:absolute [&>button]:after:bottom-1 [&>button]:after:size-1 [&>button]:after:rounded-full [&>button]:after:bg-current",
      }}
      components={PARTS}
    />
  );
}

function Step({ orientation }: { orientation?: "up" | "down" | "left" | "right" | undefined }) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden="true" size={16} />;
}
