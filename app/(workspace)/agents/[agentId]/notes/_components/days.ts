// A day is a date of the calendar, without a time zone: here it is that date in the browser's own, as the calendar wants it.

export function dateOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

const two = (value: number) => String(value).padStart(2, "0");
export const dayOf = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
