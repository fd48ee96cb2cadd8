import { spanOf } from "./calendar";
import { namesAskedFor } from "./dates";
import { fold } from "./fold";
import { isParticle, type Token, tokensOf } from "./tokens";
import { stemOf, wordsIn } from "./words";

export type Speaker = { role: "user" | "assistant" } | { name: string };

/** What somebody looks for, read from the line they typed. */
export type Query = {
  /** Of all words, quoted ones too; each once. */
  terms: string[];
  /** Names of days that the words may mean (dates.ts). */
  days: string[];
  /** The words as typed, by term, of those that can be mistyped. */
  surface: ReadonlyMap<string, string>;
  /** The last word, where nothing follows it: perhaps it is still being typed. */
  unfinished?: string;
  /** Each must stand in a hit as written. */
  phrases: string[];
  from?: Speaker;
  agent?: string;
  /** Words of a conversation's title. */
  title?: string[];
  /** Not before, and before. */
  since?: Date;
  until?: Date;
};

const MOST_CHARACTERS = 10_000;
/** Looked up at once. Of a longer question the longest words are, which say most. */
const MOST_TERMS = 24;
const MOST_PHRASES = 5;
const FILTER = /(?<!\S)(from|agent|in|before|after):(?:"([^"]*)"|“([^”]*)”|([^\s"“”]+))/giu;
const PHRASE = /"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』/gu;
const ME = new Set(["me", "user", "我"]);
const ASSISTANT = new Set(["assistant", "ai", "助手"]);

/** Reads a line of any kind, and never throws. A filter that makes no sense is words like others. */
export function parseQuery(line: string, timeZone: string): Query {
  const query: Query = { terms: [], days: [], surface: new Map(), phrases: [] };
  const rest = line.slice(0, MOST_CHARACTERS).replace(FILTER, (whole: string, name: string, ...given: unknown[]) => {
    const value = given.slice(0, 3).find((part) => typeof part === "string");
    return typeof value === "string" && setFilter(query, name.toLowerCase(), value.trim(), timeZone) ? " " : whole;
  });
  for (const match of rest.matchAll(PHRASE)) {
    const phrase = match
      .slice(1)
      .find((part) => part !== undefined)
      ?.trim();
    if (phrase && query.phrases.length < MOST_PHRASES && termsOfQuestion(fold(phrase)).length > 0)
      query.phrases.push(phrase);
  }
  const folded = fold(rest);
  query.terms = termsOfQuestion(folded);
  const last = /[a-z]{2,}$/i.exec(folded)?.[0].toLowerCase();
  if (last !== undefined) query.unfinished = last;
  query.surface = surfaceOf(folded, last);
  query.days = namesAskedFor(folded).slice(0, MOST_TERMS);
  return query;
}

function setFilter(query: Query, name: string, value: string, timeZone: string): boolean {
  if (value === "") return false;
  if (name === "from") {
    const lower = value.toLowerCase();
    if (ME.has(lower)) query.from = { role: "user" };
    else if (ASSISTANT.has(lower)) query.from = { role: "assistant" };
    else query.from = { name: value };
    return true;
  }
  if (name === "agent") query.agent = value;
  else if (name === "in") query.title = [...new Set(value.toLowerCase().split(/\s+/u))].slice(0, 10);
  else {
    const span = spanOf(value, timeZone);
    if (!span) return false;
    if (name === "before") query.until = span.from;
    else query.since = span.from;
  }
  return true;
}

function surfaceOf(folded: string, last: string | undefined): Map<string, string> {
  return new Map(
    [...wordsIn(folded), ...(last === undefined ? [] : [last])].map((word) => [`w:${stemOf(word)}`, word]),
  );
}

/** The terms of a question, each once; the longest where there are very many. */
export function termsOfQuestion(folded: string): string[] {
  const tokens = tokensOf(folded).filter(({ term }) => !term.startsWith("d:"));
  const telling = [...new Set(tokensWorthAsking(folded, tokens).map(({ term }) => term))];
  if (telling.length <= MOST_TERMS) return telling;
  return telling.sort((a, b) => b.length - a.length).slice(0, MOST_TERMS);
}

/**
 * Of unspaced writing the pairs without particles, else all pairs; a character by itself only where it stands alone.
 */
function tokensWorthAsking(folded: string, tokens: Token[]): Token[] {
  const pairs = tokens.filter(({ term }) => term.startsWith("c:"));
  const meaning = pairs.filter(({ term }) => !Array.from(term.slice(2)).some(isParticle));
  const kept = new Set(meaning.length > 0 ? meaning : pairs);
  const inPair = new Set(pairs.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
  return tokens.filter((token) => {
    if (token.term.startsWith("c:")) return kept.has(token);
    if (!token.term.startsWith("1:")) return true;
    return (
      !inPair.has(token.start) && !(isParticle(token.term.slice(2)) && folded.trim().length > token.end - token.start)
    );
  });
}
