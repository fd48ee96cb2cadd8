import type { Session } from "@/lib/http/contract/sessions";

/** A stretch of the list: one of the near ones, or a month as `2026-10`. */
export type Period = "today" | "yesterday" | "week" | "month" | `${number}-${number}`;
export type SessionGroup = { period: Period; sessions: Session[] };

const DAY_MS = 86_400_000;

/** The calendar day there, as a number of days; days are never counted by hours, since some have 23 or 25. */
function dayNumber(format: Intl.DateTimeFormat, at: Date): { day: number; month: `${number}-${number}` } {
  const parts: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(at)) parts[type] = value;
  const [year, month, day] = [Number(parts["year"]), Number(parts["month"]), Number(parts["day"])];
  return { day: Date.UTC(year, month - 1, day) / DAY_MS, month: `${year}-${month}` };
}

/** Cuts the list, which is newest first, by the days of `timeZone`. */
export function groupSessions(sessions: readonly Session[], now: Date, timeZone: string): SessionGroup[] {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric", day: "numeric" });
  const today = dayNumber(format, now).day;
  const groups: SessionGroup[] = [];
  for (const session of sessions) {
    const { day, month } = dayNumber(format, new Date(session.updated_at));
    const age = today - day;
    // A device whose clock is behind sees activity in the future: that is today's.
    const period: Period =
      age <= 0 ? "today" : age === 1 ? "yesterday" : age <= 7 ? "week" : age <= 30 ? "month" : month;
    const last = groups.at(-1);
    if (last?.period === period) last.sessions.push(session);
    else groups.push({ period, sessions: [session] });
  }
  return groups;
}

/** A moment inside the month of a period, for its name. */
export function monthOf(period: Period): Date | null {
  const [year, month] = period.split("-").map(Number);
  return year && month ? new Date(Date.UTC(year, month - 1, 15)) : null;
}
