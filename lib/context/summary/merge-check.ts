import { countRunes } from "@/lib/context/size/measure";
import { sentencesIn } from "@/lib/sentences";
import { cutGraphemes, storableText } from "@/lib/text";
import type { MergeFault } from "./fallback";
import { CLOSING } from "./merge-prompt";
import { dominantScript, scriptShares } from "./script";
import { BLOCK_WORDS, strippedOfFence } from "./summary-block";

export type MergeAnswer = {
  text: string;
  /** As the AI SDK unifies it: "stop", "length", "content-filter", "tool-calls", … */
  finishReason: string;
  toolCalls: number;
};

export type MergeGiven = {
  /** What the model was told to do. */
  instructions: string;
  /** The old summary, and what the messages say. */
  summary: string;
  told: readonly string[];
  kept: readonly string[];
  capRunes: number;
  language: "en" | "zh";
  /** Whether a person asked for something, another language perhaps. */
  wish: boolean;
};

export type MergeVerdict = { summary: string } | { fault: MergeFault };

/** A short conversation's summary may be longer than it: the dates are written out, for instance. */
const ALWAYS_SHORT_ENOUGH = 600;

/**
 * The model's answer as a summary under the cap with every kept line in it, or why it is none. What looks like a
 * refusal, an error or an echo is a summary all the same where the conversation itself has those words.
 */
export function checkMerge(answer: MergeAnswer, given: MergeGiven): MergeVerdict {
  if (answer.toolCalls > 0 || answer.finishReason === "tool-calls") return { fault: "bad_response" };
  if (answer.finishReason === "content-filter") return { fault: "refused" };
  if (answer.finishReason === "length") return { fault: "output_limit" };

  const text = bare(answer.text);
  if (!/[\p{L}\p{N}]/u.test(text)) return { fault: "empty_answer" };
  // One word in the place of all that was known is no answer either.
  if (countRunes(text) < 12 && countRunes(given.summary) >= 400) return { fault: "empty_answer" };

  const said = once(() => normal([given.summary, ...given.kept, ...given.told].join(" ")));
  const isNew = (words: string) => !said().includes(normal(words));
  const protocol = PROTOCOL.exec(text);
  if (protocol && isNew(protocol[0])) return { fault: "bad_response" };
  const refusal = REFUSAL.exec(text);
  if (refusal && isNew(refusal[0])) return { fault: "refused" };
  if (echoes(text, given.instructions, isNew)) return { fault: "echo" };
  if (inputRunes(given) < countRunes(text)) return { fault: "longer_than_input" };
  if (!given.wish && isForeign(text, given)) return { fault: "wrong_language" };

  return { summary: withKept(withoutRepeats(text), given.kept, given.capRunes) };
}

function inputRunes({ summary, told, kept }: MergeGiven): number {
  const runes = [summary, ...told, ...kept].reduce((sum, text) => sum + countRunes(text) + 2, 0);
  return Math.max(ALWAYS_SHORT_ENOUGH, runes);
}

const THOUGHTS = "think|thinking|thought|thoughts|reasoning|reflection";
const THOUGHT = new RegExp(`<(${THOUGHTS})\\b[^<>]*>`, "gi");
const UNENDED_THOUGHT = new RegExp(`^\\s*<(?:${THOUGHTS})\\b[^>]*>[\\s\\S]*$`, "i");
/** Some templates begin the thoughts themselves, so that only their end is in the answer. */
const END_OF_THOUGHTS = new RegExp(`^[\\s\\S]*?(?:^|\\n)[^\\n]*</(?:${THOUGHTS})>[ \\t]*(?:\\n|$)`, "i");
const INTRODUCTION =
  /^(?:(?:sure|certainly|of course|okay|ok)\b[^\n]{0,80}\n+)?(?:(?:#{1,6}\s*|\*\*)?(?:here(?:'s| is| are)\b[^\n]{0,120}summary[^\n]{0,60}[:：]|(?:the )?(?:new |updated |running |conversation )*summary(?: of (?:the|this|earlier) conversation)?[:：]?|(?:好的|当然)?[，,。]?\s*以下是?[^\n]{0,40}摘要[^\n]{0,20}[:：]|(?:新的?|更新后的?|对话|历史对话)*摘要[:：]?)(?:\*\*)?[ \t]*\n+)/iu;

/** Of a kind that is once not ended no further one is: an answer of nothing but beginnings is read once. */
function withoutThoughts(text: string): string {
  const unended = new Set<string>();
  let rest = "";
  let at = 0;
  for (const { index, 0: begin, 1: kind = "" } of text.matchAll(THOUGHT)) {
    const name = kind.toLowerCase();
    if (index < at || unended.has(name)) continue;
    const ends = new RegExp(`</${name}\\s*>`, "gi");
    ends.lastIndex = index + begin.length;
    if (ends.test(text)) {
      rest += text.slice(at, index);
      at = ends.lastIndex;
    } else {
      unended.add(name);
    }
  }
  return rest + text.slice(at);
}

/** What stands in a code fence, where all of the answer does. */
function unwrapped(text: string): string {
  const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  const begin = text.indexOf("\n") + 1;
  if (!fence || begin === 0 || begin > text.length - fence.length || !text.endsWith(fence)) return text;
  const inner = text.slice(begin, -fence.length);
  return inner.includes(fence) ? text : inner;
}

/**
 * The answer without thoughts, wrappings, introductions and tags. Linear, whatever a model that runs wild writes: all of
 * the process waits for it.
 */
function bare(answer: string): string {
  let text = withoutThoughts(storableText(answer).replace(/\r\n?/g, "\n")).replace(UNENDED_THOUGHT, "");
  text = text.replace(END_OF_THOUGHTS, "").trim();
  text = strippedOfFence(unwrapped(text));
  for (const { before, after } of Object.values(BLOCK_WORDS)) text = text.replace(before, "").replace(after, "");
  return text
    .trim()
    .replace(INTRODUCTION, "")
    .replace(/(?<![ \t])[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The beginning of an answer that is a protocol's, an error's or another program's. */
const PROTOCOL = new RegExp(
  [
    /^<!doctype[^>]*>|^<html[\s>]/,
    /<\|[\w▁ -]{2,40}\|>|<｜[^｜\n]{2,40}｜>|\[\/?INST\]|<\/?(?:\w{2,12}:)?(?:tool_calls?|tool_response|tool_use|function_calls?|invoke)\b[^>]*>/,
    /^[ \t\u00a0\u3000]*[{[][\s\S]{0,80}"(?:error|tool_calls|function_call|choices|arguments)"\s*:/,
    /^(?:event|data): ?[{[]/,
    /^(?:error(?: code)?[:\s]+)?[45]\d\d\b[\s:,-]*(?:internal server error|bad gateway|service unavailable|gateway time-?out|too many requests|unauthorized|forbidden|bad request|\{)/,
    /^error(?: code)?:? [45]\d\d\b/,
    /^(?:internal server error|bad gateway|service unavailable|gateway time-?out|upstream (?:connect|request) [^\n]{0,60}|too many requests|rate limit (?:reached|exceeded)[^\n]{0,60}|request timed out)[.!]?$/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "im",
);

const REFUSAL = new RegExp(
  `^(?:${[
    /(?:(?:i['’]?m|i am|we['’]re|we are) )?(?:very |so |really )?(?:sorry|afraid)\b[^.!\n]{0,60}\b(?:can['’]?t|cannot|can not|unable|not able|won['’]?t|not allowed|not permitted)\b[^.!\n]{0,80}/,
    /(?:i |my )?apolog(?:i[sz]e|ies)\b[^.!\n]{0,60}\b(?:can['’]?t|cannot|unable|not able|won['’]?t)\b[^.!\n]{0,80}/,
    /i (?:can['’]?t|cannot|can not|won['’]?t|will not|must decline to|am unable to|am not able to|['’]m unable to|do not feel comfortable)\s+(?:assist|help|comply|fulfil+|summari[sz]e|provide|process|complete|continue|create|do|write|produce|discuss|engage|answer|participate|with)\b[^.!\n]{0,80}/,
    /i['’]m (?:unable|not able) to\b[^.!\n]{0,80}/,
    /as an? (?:ai|artificial intelligence|large|language)\b[^.!\n]{0,40}(?:model|assistant)?[^.!\n]{0,60}\b(?:can['’]?t|cannot|unable|not able|won['’]?t)\b[^.!\n]{0,60}/,
    /(?:this|the) (?:request|content|conversation) (?:violates|goes against|is not allowed|cannot be)\b[^.!\n]{0,80}/,
    /(?:非常|很|十分|真的)?(?:抱歉|对不起|遗憾|不好意思)[^。！\n]{0,40}(?:无法|不能|没办法|没法|不便|不可以)[^。！\n]{0,40}/,
    /(?:作为|身为)(?:一个|一名)?[^。！\n]{0,12}(?:AI|人工智能|语言模型|助手|助理)[^。！\n]{0,30}(?:无法|不能|没办法|没法|不便)[^。！\n]{0,40}/,
    /我(?:无法|不能|没办法|没法|不便)(?:协助|帮助|提供|满足|总结|完成|处理|回答|讨论|继续|参与|生成|执行|为您|帮您|对此)[^。！\n]{0,40}/,
    /(?:该|此|您的|这个?)(?:请求|内容|问题|对话)[^。！\n]{0,12}(?:违反|违规|不符合|涉及敏感)[^。！\n]{0,40}/,
  ]
    .map(({ source }) => source)
    .join("|")})`,
  "iu",
);

/** Letters, with the marks that many scripts write vowels by, and digits only: another layout of the same words is the same. */
function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

const ECHO_WINDOW = 48;
const ECHO_STEP = 12;

/** Whether the answer repeats what the model was told to do: a run of its words that the conversation has not. */
function echoes(text: string, instructions: string, isNew: (words: string) => boolean): boolean {
  if (/^\s*\{\s*"old_summary"/.test(text)) return true;
  const answered = normal(text);
  const repeats = (words: string) => answered.includes(words) && isNew(words);
  if (Object.values(CLOSING).some((closing) => repeats(normal(closing)))) return true;
  const told = normal(instructions);
  for (let from = 0; from + ECHO_WINDOW <= told.length; from += ECHO_STEP) {
    if (repeats(told.slice(from, from + ECHO_WINDOW))) return true;
  }
  return false;
}

/** Too little text, or all of it names and code, tells nothing about its language. */
const LETTERS_TO_TELL = 40;

/** Whether the answer is in another writing than the conversation. */
function isForeign(text: string, { summary, told, language }: MergeGiven): boolean {
  const shares = scriptShares(text);
  if (shares.letters < LETTERS_TO_TELL) return false;
  const input = [summary, ...told].join("\n");
  const main = dominantScript(input);
  // A Chinese conversation about code may be mostly Latin, an English one never mostly Chinese by itself.
  const expected = language === "zh" ? "han" : main === null || main === "han" ? "latin" : main;
  return shares[expected] < Math.min(0.25, scriptShares(input)[expected] / 2);
}

/** Each longer line once, in its last place: what comes later is newer. */
function withoutRepeats(text: string): string {
  const seen = new Set<string>();
  const lines: string[] = [];
  for (const line of text.split("\n").reverse()) {
    const words = normal(line);
    if (countRunes(words) >= 16) {
      if (seen.has(words)) continue;
      seen.add(words);
    }
    lines.push(line);
  }
  return lines
    .reverse()
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The kept lines first, each once and whole, then as much of the text as the cap leaves. */
function withKept(text: string, kept: readonly string[], capRunes: number): string {
  // A person's lines are told apart by all that they wrote: "C" is not "C++". The model's are repeats by their words alone.
  const lines = new Set(kept.map((line) => line.trim()).filter((line) => line !== ""));
  const words = new Set(Array.from(lines, normal).filter((line) => line !== ""));
  const own = text
    .split("\n")
    .filter((line) => !lines.has(line.trim()) && !words.has(normal(line)))
    .join("\n")
    .trim();
  const first = cutToCap([...lines].join("\n"), capRunes);
  const room = capRunes - (first === "" ? 0 : countRunes(first) + 1);
  const rest = room > 0 ? cutToCap(own, room) : "";
  return [first, rest].filter((part) => part !== "").join("\n");
}

/** Of a text that is too long: its beginning gets this share of the cap, its end, where the newest stands, the rest. */
const HEAD_SHARE = 0.4;

/** At most `capRunes` of a text: whole sentences from its beginning and its end. One that is longer by itself is cut at a grapheme. */
export function cutToCap(text: string, capRunes: number): string {
  if (countRunes(text) <= capRunes) return text;
  const units = withBlanks(text).map((segment) => ({ segment, runes: countRunes(segment) }));
  let [first, last, left] = [0, units.length, capRunes - 1];
  const takeHead = (until: number) => {
    for (let unit = units[first]; first < last && unit && left - unit.runes >= until; unit = units[first]) {
      left -= unit.runes;
      first++;
    }
  };
  takeHead(capRunes - Math.floor(capRunes * HEAD_SHARE));
  for (let unit = units[last - 1]; last > first && unit && unit.runes <= left; unit = units[last - 1]) {
    left -= unit.runes;
    last--;
  }
  takeHead(0);
  const joined = (from: number, to: number) =>
    units
      .slice(from, to)
      .map(({ segment }) => segment)
      .join("")
      .trim();
  const parts = [joined(0, first), joined(last, units.length)].filter((part) => part !== "");
  return parts.length > 0 ? parts.join("\n") : cutGraphemes(text, capRunes).trim();
}

/** The sentences of a text, each with the blanks that follow it. */
function withBlanks(text: string): string[] {
  let at = 0;
  const starts = sentencesIn(text).map((sentence) => {
    const start = text.indexOf(sentence, at);
    at = start + sentence.length;
    return start;
  });
  return starts.map((start, i) => text.slice(start, starts[i + 1]));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
