export type FoundDate = { term: string; start: number; end: number };

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const MONTH = `(?<month>${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)\\.?`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;
const DAY = String.raw`(?<day>[0-3]?\d)(?:st|nd|rd|th)?`;
const FORMS = [
  String.raw`(?<!\d)${YEAR}[-/.](?<m>[01]?\d)(?:[-/.](?<day>[0-3]?\d))?(?!\d)`,
  String.raw`${YEAR}\s*年\s*(?<m>[01]?\d)\s*月(?:\s*(?<day>[0-3]?\d)\s*[日号])?`,
  String.raw`(?<!\d)(?<m>[01]?\d)\s*月\s*(?<day>[0-3]?\d)\s*[日号]`,
  String.raw`\b${MONTH}\s+${DAY}\b(?:(?:,|\s+of)?\s+${YEAR}\b)?`,
  String.raw`\b${DAY}(?:\s+of)?\s+${MONTH}(?:(?:,|\s+of)?\s+${YEAR}\b)?(?![a-z])`,
  String.raw`\b${MONTH},?\s+${YEAR}\b`,
].map((form) => new RegExp(form, "giu"));

const two = (n: number) => String(n).padStart(2, "0");

/** A date by all its names, the most exact first: `2023-05-07`, `2023-05`, `05-07`. */
function namesOf(year: number | undefined, month: number, day: number | undefined): string[] {
  const names: string[] = [];
  if (year !== undefined && day !== undefined) names.push(`${year}-${two(month)}-${two(day)}`);
  if (year !== undefined) names.push(`${year}-${two(month)}`);
  if (day !== undefined) names.push(`${two(month)}-${two(day)}`);
  return names;
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1;
}

/** The dates that a text writes out: `2023-05-07`, `7 May 2023`, `May 7th`, `May 2023`, `2023年5月7日`, `5月7日`. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  if (!/\d/.test(text)) return found;
  for (const form of FORMS) {
    for (const match of text.matchAll(form)) {
      const { year, m, month, day } = match.groups ?? {};
      const monthNumber = month === undefined ? Number(m) : monthOf(month);
      const dayNumber = day === undefined ? undefined : Number(day);
      if (monthNumber < 1 || monthNumber > 12 || (dayNumber !== undefined && (dayNumber < 1 || dayNumber > 31)))
        continue;
      const end = match.index + match[0].length;
      for (const term of namesOf(year === undefined ? undefined : Number(year), monthNumber, dayNumber))
        found.push({ term, start: match.index, end });
    }
  }
  return found;
}

/** The names of the day of a moment, in UTC: the year, the month of it and of any year, the day of it and of any year. */
export function namesOfMoment(moment: Date): string[] {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate()];
  return [...namesOf(year, month, day), String(year), `month-${month}`];
}

/** The names of days that a question may mean: dates written out, and a year or a month by itself. */
export function namesAskedFor(text: string): string[] {
  const names = new Set(datesIn(text).map(({ term }) => term));
  for (const [year] of text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)) names.add(year);
  for (const [word] of text.matchAll(/[a-z]+/gi)) if (isMonth(word)) names.add(`month-${monthOf(word)}`);
  for (const [, month] of text.matchAll(/(?<!\d)(1[0-2]|[1-9])月/g)) names.add(`month-${Number(month)}`);
  return [...names];
}

/** "may" and "march" are months only where they are written as names. */
const isMonth = (word: string) =>
  MONTHS.includes(word.toLowerCase()) && (!/^(?:may|march)$/i.test(word) || /^[A-Z]/.test(word));
