import { HAN } from "./speaker";

/** A sentence that a summary may be made of. */
export type Candidate = {
  text: string;
  runes: number;
  /** Who says it, as it stands before the line: "Anna: ". */
  speaker: string;
  /** "2026-03-02", or "" where it is not known. */
  day: string;
  /** Place in the conversation; what the old summary says comes before all that is new. */
  order: number;
  old: boolean;
  said: boolean;
  terms: number[];
  /** How much such a sentence is worth by its form. */
  worth: number;
  same: number;
  /** Of a line of the old summary: with what stands before its colon, which may as well be a part of what was said. */
  alias: number | null;
  /** What it states something about, when a later statement about the same takes its place. */
  subject: string | null;
};

const DATE_OR_TIME =
  /\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}[:.]\d{2}|\d{1,2} ?[ap]m|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber|yesterday|today|tonight|tomorrow|(?:last|next|this|every|two|three|few) (?:day|night|week|weekend|month|year|summer|winter|spring|autumn|fall)s?)\b|[今明昨后前]天|[上下本这]周|周[一二三四五六日末]|星期|礼拜|[上下这]个?月|[今明去前]年|[\d一二三四五六七八九十]+[年月日号点]/iu;
const DECISION =
  /\b(?:decid|agree[ds]? (?:to|on|that)|let['’]?s (?!see)|settled|chose|picked|went with|we(?:['’]ll| will) (?:use|go)|conclu|instead of)|决定|定了|定下|说好|约好|商定|同意|选了|选定|改成|改为|换成|就用|采用/iu;
const PREFERENCE =
  /\b(?:prefer|favou?rite|i (?:really )?(?:love|like|hate|dislike|enjoy|want|need)|can['’]?t stand|allerg|passion|always|never)\b|喜欢|偏好|讨厌|最爱|过敏|不吃|习惯|希望|想要/iu;
const TASK =
  /\b(?:todo|to-do|need(?:s)? to|have to|must|plan(?:s|ned|ning)? (?:to|on)|going to|gonna|i['’]ll|will|by (?:mon|tue|wed|thu|fri|sat|sun)|deadline|due|remind|don['’]t forget|remember to|promise)\b|待办|记得|别忘|截止|要在|需要|打算|计划|准备|安排|必须|负责/iu;
const FIRST_PERSON = /\b(?:i(?:['’](?:m|ve|d))?|my|we(?:['’](?:re|ve))?|our)\b|我/iu;
const IDENTIFIER = /[\w.+-]+@[\w-]+\.\w|https?:\/\/|\b(?=\w*\d)(?=\w*[a-z])[\w-]{3,}\b|\b[A-Z]{2,}\b|`[^`]+`/iu;
const NAME = /(?<=[\p{Ll}\p{N},;:"'“(] ?["“]?)\b\p{Lu}\p{Ll}+|《[^》]+》|「[^」]+」|“[^”]+”|"[^"]+"/gu;
const QUESTION = /[?？]["”’」』）)]*$/;
const PLEASANTRY =
  /^(?:thanks?|thank you|thx|wow|hey|hi|hello|good (?:morning|evening|night|luck)|ok(?:ay)?|sure|great|nice|cool|awesome|congrat\w*|bye|take care|see you|sounds|(?:i )?(?:totally |completely )?agree\w*|you(?:['’]re| are) (?:so |very |really )?(?:welcome|right|amazing|awesome)|no (?:problem|worries)|glad|keep (?:it )?up|that['’]?s (?:so |really |very )?(?:great|awesome|amazing|cool|nice|lovely|sweet|wonderful)|have a|of course|absolutely|certainly|好的?|谢谢|多谢|不客气|你好|您好|再见|没问题|收到|明白|嗯|哈哈|当然|太好了|加油|辛苦|晚安|早上好)/iu;
/** "The deadline of the report is Friday": what stands before the verb is what is stated something about. */
const STATEMENT =
  /^(.{3,60}?)(?:\s+(?:is|are|was|will be|is now|are now|has changed to|changed to|moved to)\s+|\s*[:=]\s+|(?:改为|改成|改到|现在是|变成|换成|是|：))/iu;
const NO_SUBJECT =
  /^(?:it|that|this|there|here|he|she|they|we|you|what|who|which|i|these|those|one|all|everything|这|那|它|他|她|我|你|这个|那个|他们|她们|我们|你们|大家)$/iu;
/** At or below it a sentence says nothing: "Thanks a lot!", "How are you?" */
export const EMPTY = 0.05;

/** What a sentence is worth by its form alone. */
export function worthOf(sentence: string, terms: number): number {
  const asks = QUESTION.test(sentence);
  const polite = PLEASANTRY.test(sentence);
  const short = terms < 3 && !/\p{N}/u.test(sentence);
  if (short && (asks || polite)) return EMPTY / 2;
  let worth = 1;
  const names = sentence.match(NAME)?.length ?? 0;
  worth += Math.min(names, 3) * 0.2;
  if (/\p{N}/u.test(sentence)) worth += 0.3;
  if (DATE_OR_TIME.test(sentence)) worth += 0.2;
  if (IDENTIFIER.test(sentence)) worth += 0.2;
  if (DECISION.test(sentence)) worth += 0.3;
  if (PREFERENCE.test(sentence)) worth += 0.2;
  if (TASK.test(sentence)) worth += 0.2;
  if (FIRST_PERSON.test(sentence)) worth += 0.3;
  if (asks) worth *= 0.4;
  if (polite) worth *= 0.5;
  if (short) worth *= 0.5;
  return worth;
}

export function subjectOf({ text, speaker }: Candidate): string | null {
  if (QUESTION.test(text)) return null;
  const subject = STATEMENT.exec(text)?.[1]
    ?.toLowerCase()
    .replace(/^(?:and|but|so|now|actually|现在|不过|那么)[\s,，]*/u, "")
    .replace(/现在$|now$/u, "")
    .trim();
  if (!subject || NO_SUBJECT.test(subject)) return null;
  // "The problem is" may be said of ten problems; "my dentist is" and "the door code is" of one.
  const one =
    /^(?:my|our|我的|我们的)/.test(subject) || HAN.test(subject)
      ? subject.length >= 3
      : subject.split(/\s+/).length >= 3;
  return one ? `${/^(?:my|我)/.test(subject) ? speaker : ""}${subject}` : null;
}

/** Of two statements about the same the later one holds. */
export function withoutSuperseded(candidates: readonly Candidate[]): Candidate[] {
  const ordered = [...candidates].sort((a, b) => a.order - b.order);
  const newest = new Map<string, Candidate>();
  for (const candidate of ordered) if (candidate.subject !== null) newest.set(candidate.subject, candidate);
  return ordered.filter((candidate) => candidate.subject === null || newest.get(candidate.subject) === candidate);
}
