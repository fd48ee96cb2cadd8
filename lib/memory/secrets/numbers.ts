import type { Span } from "./span";

/** Whether the last digit is the check digit of Luhn's way. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Beginnings that card networks have, with the lengths that go with them: one in ten of other numbers has Luhn's digit by chance. */
const NETWORKS =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12,15}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|62\d{14,17}|(?:50|5[6-9]|6[379])\d{11,17})$/;
const isCard = (digits: string) => NETWORKS.test(digits) && !/^(\d)\1+$/.test(digits) && isLuhn(digits);

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = "10X98765432";

/** A Chinese resident identity number: a region, a birthday, and a check digit that may be X. */
export function isChineseId(text: string): boolean {
  const born = /^[1-9]\d{5}((?:18|19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/.test(text);
  if (!born) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(text[i]), 0);
  return CHECKS[sum % 11] === text.at(-1)?.toUpperCase();
}

/** An account number by ISO 13616, without blanks. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

type Group = { start: number; text: string };

function groupsOf(text: string, start: number, pattern: RegExp): Group[] {
  return Array.from(text.matchAll(pattern), (match) => ({ start: start + match.index, text: match[0] }));
}

/** The last of the groups that `accepts` takes together with all from the first on, `most` characters at the longest. */
function lastFrom(
  groups: readonly Group[],
  first: number,
  most: number,
  accepts: (whole: string) => boolean,
): number | undefined {
  let whole = "";
  let longest: number | undefined;
  for (let last = first; last < groups.length; last++) {
    whole += groups[last]?.text ?? "";
    if (whole.length > most) break;
    if (accepts(whole)) longest = last;
  }
  return longest;
}

const spanOf = (groups: readonly Group[], first: number, last: number): Span => {
  const end = groups[last];
  return { start: groups[first]?.start ?? 0, end: (end?.start ?? 0) + (end?.text.length ?? 0) };
};

/** Runs of neighbouring groups that `accepts` takes when they are put together. */
function* joined(groups: readonly Group[], most: number, accepts: (whole: string) => boolean): Generator<Span> {
  for (let first = 0; first < groups.length; first++) {
    const last = lastFrom(groups, first, most, accepts);
    if (last === undefined) continue;
    yield spanOf(groups, first, last);
    first = last;
  }
}

/** Of the cards; identity numbers are longer. */
const SHORTEST = 12;
/** With the country's. */
const LONGEST_PHONE = 15;
const BLANK = "[ \\u00a0\\u2009\\u202f\\u2010-\\u2013-]";
const DIGITS = new RegExp(`\\d(?:${BLANK}?\\d){11,}[Xx]?`, "g");
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?=[ \u00a0-]?[A-Z0-9])/gi;
const LONGEST_IBAN = 34;
const SSN = /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g;

/** Numbers that prove themselves by a check digit, and those of a form that nothing else has. */
export function* numberSecrets(text: string): Generator<Span> {
  for (const { index, 0: run } of text.matchAll(DIGITS)) {
    const groups = groupsOf(run, index, /\d+[Xx]?/g);
    if (text[index - 1] === "+" && groups.reduce((sum, group) => sum + group.text.length, 0) <= LONGEST_PHONE) continue;
    // A part of a longer name or hash.
    if (/[A-Za-z_]/.test(text[index - 1] ?? "")) groups.shift();
    if (/[A-Za-z_]/.test(text[index + run.length] ?? "")) groups.pop();
    yield* joined(groups, 19, (whole) => whole.length >= SHORTEST && (isCard(whole) || isChineseId(whole)));
  }
  for (const { index } of text.matchAll(IBAN)) {
    // Words may follow it: only what is next to it is looked at, and left for the next match.
    const next = text.slice(index, index + LONGEST_IBAN + 16);
    const run = /^[A-Z0-9]+(?:[ \u00a0-][A-Z0-9]+)*/i.exec(next)?.[0] ?? "";
    const groups = groupsOf(run.toUpperCase(), index, /[A-Z0-9]+/g);
    const last = lastFrom(groups, 0, LONGEST_IBAN, isIban);
    if (last !== undefined) yield spanOf(groups, 0, last);
  }
  for (const { index, 0: number } of text.matchAll(SSN)) yield { start: index, end: index + number.length };
}
