import { membersOf } from "./call";

/** A value for people: its small facts by name, and what is long, as text where it is one and else as JSON. */
export type Readable = { facts: [name: string, value: string][]; text: string };

const SMALL = 200;

export function readable(value: unknown): Readable {
  if (value === undefined || value === null) return { facts: [], text: "" };
  const members = membersOf(value);
  const entries = Object.entries(members).filter(([, member]) => member !== null && member !== undefined);
  if (entries.length === 0) {
    if (typeof value === "string") return { facts: [], text: value };
    return { facts: [], text: isEmpty(value) ? "" : JSON.stringify(value, null, 2) };
  }
  const facts = entries.flatMap(([name, member]): Readable["facts"] => {
    const short = typeof member === "string" ? member.length <= SMALL && !member.includes("\n") : isPlain(member);
    return short ? [[name, String(member)]] : [];
  });
  const small = new Set(facts.map(([name]) => name));
  const rest = entries.filter(([name]) => !small.has(name));
  const [only] = rest;
  const text =
    rest.length === 1 && typeof only?.[1] === "string"
      ? only[1]
      : rest.length > 0
        ? JSON.stringify(Object.fromEntries(rest), null, 2)
        : "";
  return { facts, text };
}

const isPlain = (value: unknown) => typeof value === "number" || typeof value === "boolean";
const isEmpty = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** What a page has cut ends so. */
export const isShortened = (value: unknown): boolean => typeof value === "string" && value.endsWith(" …");

export const FOLDED_LINES = 12;
const LINE = 90;

/** Whether a text takes more lines than are shown of it at first. */
export function isLong(text: string): boolean {
  let lines = 0;
  for (const line of text.split("\n", FOLDED_LINES + 1)) {
    lines += Math.max(1, Math.ceil(line.length / LINE));
    if (lines > FOLDED_LINES) return true;
  }
  return false;
}
