import { calendarDay, type Day, shifted } from "./day";

/** An English or Chinese expression, and the days it means. */
type Rule = { pattern: RegExp; days: (match: RegExpExecArray, today: Day) => string };

const MONTHS = "January February March April May June July August September October November December".split(" ");
const NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  three: 3,
  few: Number.NaN,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  半: Number.NaN,
  几: Number.NaN,
};
const numberOf = (word: string | undefined) => NUMBERS[word?.toLowerCase() ?? ""] ?? Number(word);

const en = ({ year, month, date }: Day) => `${date} ${MONTHS[month - 1]} ${year}`;
const zh = ({ year, month, date }: Day) => `${year}年${month}月${date}日`;
const enMonth = ({ year, month }: Day) => `${MONTHS[month - 1]} ${year}`;
const zhMonth = ({ year, month }: Day) => `${year}年${month}月`;

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const WEEKDAYS_ZH = "一二三四五六日";
const weekdayOf = (word: string) => WEEKDAYS.indexOf(word.slice(0, 3).toLowerCase());
const weekdayOfZh = (word: string) =>
  word === "天" || word === "末" ? (word === "天" ? 6 : 5) : WEEKDAYS_ZH.indexOf(word);
const monday = (day: Day) => shifted(day, { days: -day.weekday });
const WEEKS: Record<string, number> = { last: -1, past: -1, this: 0, next: 1, coming: 1, 上: -1, 这: 0, 本: 0, 下: 1 };
const weeksOf = (word: string | undefined) => WEEKS[word?.toLowerCase() ?? ""] ?? 0;
const unitOf = (word: string) =>
  /^d|天|日/i.test(word) ? "days" : /^w|周|星期|礼拜/i.test(word) ? "weeks" : /^m|月/i.test(word) ? "months" : "years";

/** "last Friday" is the newest one gone by, "next Friday" the one of next week. */
function weekdayIn(today: Day, which: string | undefined, weekday: number): Day {
  if (weeksOf(which) < 0) return shifted(today, { days: -((today.weekday - weekday + 6) % 7) - 1 });
  return shifted(monday(today), { days: weekday + 7 * weeksOf(which) });
}

function distance(today: Day, count: number, unit: string, sign: number, chinese: boolean): string {
  if (!Number.isFinite(count) || count > 1_000) return "";
  const kind = unitOf(unit);
  const day = shifted(today, kind === "weeks" ? { days: sign * count * 7 } : { [kind]: sign * count });
  if (kind === "days") return chinese ? zh(day) : en(day);
  if (kind === "years") return chinese ? `${day.year}年` : String(day.year);
  if (kind === "months") return chinese ? zhMonth(day) : enMonth(day);
  return chinese ? `${zhMonth(day)}` : `around ${en(day)}`;
}

const RULES: Rule[] = [
  { pattern: /\bthe day before yesterday\b/gi, days: (_, today) => en(shifted(today, { days: -2 })) },
  { pattern: /\bthe day after tomorrow\b/gi, days: (_, today) => en(shifted(today, { days: 2 })) },
  {
    pattern: /\b(?:yesterday(?: (?:morning|afternoon|evening|night))?|last night)\b/gi,
    days: (_, today) => en(shifted(today, { days: -1 })),
  },
  { pattern: /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/gi, days: (_, today) => en(today) },
  {
    pattern: /\btomorrow(?: (?:morning|afternoon|evening|night))?\b/gi,
    days: (_, today) => en(shifted(today, { days: 1 })),
  },
  {
    pattern:
      /\b(?<which>last|this past|past|this|next|this coming) (?<day>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/gi,
    days: ({ groups }, today) =>
      en(weekdayIn(today, groups?.["which"]?.split(" ").at(-1), weekdayOf(groups?.["day"] ?? ""))),
  },
  {
    pattern: /\b(?<which>last|this past|past|this|next|this coming) weekend\b/gi,
    days: ({ groups }, today) => {
      const which = groups?.["which"]?.split(" ").at(-1);
      const saturday = weekdayIn(today, which === "this" ? undefined : which, 5);
      return `weekend of ${en(saturday)}`;
    },
  },
  {
    pattern: /\b(?<which>last|this|next) week\b/gi,
    days: ({ groups }, today) => `week of ${en(shifted(monday(today), { days: 7 * weeksOf(groups?.["which"]) }))}`,
  },
  {
    pattern: /\b(?<which>last|this|next) month\b/gi,
    days: ({ groups }, today) => enMonth(shifted(today, { months: weeksOf(groups?.["which"]) })),
  },
  {
    pattern: /\b(?<which>last|this|next) year\b/gi,
    days: ({ groups }, today) => String(today.year + weeksOf(groups?.["which"])),
  },
  {
    pattern:
      /\b(?<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of) (?<unit>days?|weeks?|months?|years?) (?:ago|back)\b/gi,
    days: ({ groups }, today) =>
      distance(today, numberOf(groups?.["count"]?.replace("a couple of", "couple")), groups?.["unit"] ?? "", -1, false),
  },
  {
    pattern:
      /\bin (?<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (?<unit>days?|weeks?|months?|years?)(?! (?:of|long))\b/gi,
    days: ({ groups }, today) => distance(today, numberOf(groups?.["count"]), groups?.["unit"] ?? "", 1, false),
  },
  { pattern: /大?前天/g, days: ([word], today) => zh(shifted(today, { days: word.length === 3 ? -3 : -2 })) },
  { pattern: /大?后天/g, days: ([word], today) => zh(shifted(today, { days: word.length === 3 ? 3 : 2 })) },
  { pattern: /昨[天晚日]/g, days: (_, today) => zh(shifted(today, { days: -1 })) },
  { pattern: /今[天晚日早]/g, days: (_, today) => zh(today) },
  { pattern: /明[天晚早日]/g, days: (_, today) => zh(shifted(today, { days: 1 })) },
  {
    pattern: /(?<which>[上下这本])个?(?:周|星期|礼拜)(?<day>[一二三四五六日天末])/g,
    days: ({ groups }, today) =>
      zh(shifted(monday(today), { days: weekdayOfZh(groups?.["day"] ?? "") + 7 * weeksOf(groups?.["which"]) })),
  },
  {
    pattern: /(?<which>[上下这本])个?(?:周|星期|礼拜)(?![一二三四五六日天末])/g,
    days: ({ groups }, today) => `${zh(shifted(monday(today), { days: 7 * weeksOf(groups?.["which"]) }))}那周`,
  },
  {
    pattern: /(?<which>[上下这本])个?月/g,
    days: ({ groups }, today) => zhMonth(shifted(today, { months: weeksOf(groups?.["which"]) })),
  },
  {
    pattern: /(?<which>[去今明前后])年(?![级轻龄])/g,
    days: ({ groups }, today) =>
      `${today.year + ({ 去: -1, 今: 0, 明: 1, 前: -2, 后: 2 }[groups?.["which"] ?? ""] ?? 0)}年`,
  },
  {
    pattern: /(?<count>\d{1,3}|[一两二三四五六七八九十])个?(?<unit>天|周|星期|礼拜|月|年)(?<side>[之以]?[前后])/g,
    days: ({ groups }, today) =>
      distance(
        today,
        numberOf(groups?.["count"]),
        groups?.["unit"] ?? "",
        groups?.["side"]?.endsWith("前") ? -1 : 1,
        true,
      ),
  },
];

/** The text with the day it means behind each "yesterday", "last Friday" and 「下周三」. */
export function withDates(text: string, said: Date, timeZone: string): string {
  const today = calendarDay(said, timeZone);
  const marks: { at: number; days: string }[] = [];
  const taken: { from: number; to: number }[] = [];
  for (const { pattern, days } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      const meant = days(match, today);
      if (meant === "" || taken.some((one) => from < one.to && to > one.from)) continue;
      taken.push({ from, to });
      marks.push({ at: to, days: /\p{Script=Han}/u.test(meant) ? `（${meant}）` : ` (${meant})` });
    }
  }
  marks.sort((a, b) => b.at - a.at);
  return marks.reduce((dated, { at, days }) => dated.slice(0, at) + days + dated.slice(at), text);
}
