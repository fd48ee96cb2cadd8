const formats = new Map<string, Intl.DateTimeFormat>();

/** The day that it is in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, at: Date): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      ...{ timeZone, calendar: "gregory", numberingSystem: "latn" },
      ...{ year: "numeric", month: "2-digit", day: "2-digit" },
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return [parts.get("year")?.padStart(4, "0"), parts.get("month"), parts.get("day")].join("-");
}
