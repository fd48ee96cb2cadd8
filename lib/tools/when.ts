import { dayIn } from "@/lib/memory/day";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Day and time of day where the person is, as YYYY-MM-DD HH:MM: what they would call it. */
export function whenIn(timeZone: string, at: Date): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  formats.set(timeZone, format);
  return `${dayIn(timeZone, at)} ${format.format(at)}`;
}
