import { dayIn } from "@/lib/memory/day";

/** A calendar day; `weekday` 0 is Monday. */
export type Day = { year: number; month: number; date: number; weekday: number };

/** The day it is at that time in a time zone. */
export function calendarDay(time: Date, timeZone: string): Day {
  const [year, month, date] = dayIn(timeZone, time).split("-").map(Number);
  return dayOf(year ?? Number.NaN, month ?? Number.NaN, date ?? Number.NaN);
}

function dayOf(year: number, month: number, date: number): Day {
  const utc = new Date(Date.UTC(year, month - 1, date));
  return {
    year: utc.getUTCFullYear(),
    month: utc.getUTCMonth() + 1,
    date: utc.getUTCDate(),
    weekday: (utc.getUTCDay() + 6) % 7,
  };
}

/** A month more is the same day of the next month, or its last where it has no such day. */
export function shifted({ year, month, date }: Day, by: { days?: number; months?: number; years?: number }): Day {
  const months = month - 1 + (by.months ?? 0);
  const lastDate = new Date(Date.UTC(year + (by.years ?? 0), months + 1, 0)).getUTCDate();
  return dayOf(year + (by.years ?? 0), months + 1, Math.min(date, lastDate) + (by.days ?? 0));
}
