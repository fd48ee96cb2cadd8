/** A day, month or year as people write it; `to` is the first moment after it. */
export type Span = { from: Date; to: Date };

const FORM = /^(?<year>\d{4})(?:[-/.年](?<month>\d{1,2})(?:[-/.月](?<day>\d{1,2}))?)?[月日号]?$/u;

/** When a local day begins, in UTC. Days that a change of the clocks shortens begin when they do. */
function startOfDay(year: number, month: number, day: number, timeZone: string): Date {
  const wanted = Date.UTC(year, month - 1, day);
  let guess = wanted;
  for (let i = 0; i < 3; i++) guess = wanted - offsetAt(guess, timeZone);
  return new Date(guess);
}

function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(moment);
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"), at("second")) - moment;
}

/** `2026-03-02`, `2026/3`, `2026年3月`, `2026` in a time zone; undefined for what is no date. */
export function spanOf(text: string, timeZone: string): Span | undefined {
  const groups = FORM.exec(text)?.groups;
  if (!groups) return undefined;
  const [year, month, day] = [Number(groups.year), Number(groups.month ?? 0), Number(groups.day ?? 0)];
  if (year < 1000 || month > 12 || (groups.month !== undefined && month < 1)) return undefined;
  if (groups.day !== undefined && new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return undefined;
  const next: [number, number, number] = day ? [year, month, day + 1] : month ? [year, month + 1, 1] : [year + 1, 1, 1];
  return { from: startOfDay(year, month || 1, day || 1, timeZone), to: startOfDay(...next, timeZone) };
}
