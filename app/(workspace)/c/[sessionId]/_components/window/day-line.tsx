"use client";

import { useFormatter, useLocale, useTimeZone } from "next-intl";
import { dayKeys } from "./rows";

const DAY_MS = 86_400_000;

/** Where another day begins, in the reader's time zone. */
export function DayLine({ at }: { at: string }) {
  const format = useFormatter();
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  const dayOf = dayKeys(timeZone);
  const date = new Date(at);
  const relative = [0, 1].find((days) => dayOf(new Date(Date.now() - days * DAY_MS).toISOString()) === dayOf(at));
  const sameYear = dayOf(at).slice(0, 4) === dayOf(new Date().toISOString()).slice(0, 4);
  const label =
    relative === undefined
      ? format.dateTime(date, {
          weekday: "short",
          month: "long",
          day: "numeric",
          ...(!sameYear && { year: "numeric" }),
        })
      : capitalized(new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-relative, "day"), locale);
  return (
    <p className="flex items-center gap-4 py-4 text-ink-faint text-xs" suppressHydrationWarning>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      <time dateTime={dayOf(at)} suppressHydrationWarning>
        {label}
      </time>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
    </p>
  );
}

const capitalized = (text: string, locale: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
