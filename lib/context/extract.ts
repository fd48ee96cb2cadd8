import type { MessageRole } from "@/lib/db/schema/chat";
import { endsSentence, sentencesIn } from "@/lib/sentences";
import { cutGraphemes } from "@/lib/text";
import { countRunes } from "./measure";
import { sameness, termNumbers } from "./terms";

/** A message as the summariser is told of it. */
export type Told = { seq: number; role: MessageRole; name: string | null; text: string; createdAt: Date };

type Candidate = {
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

const DAY = /^(\d{4}-\d{2}-\d{2})$/;
const MARKER = /^(?:[-*+•]|#{1,6}|>)\s+|^\d{1,3}[.)]\s+/u;
const SPEAKER = /^[^\s:：*`#>.!?…。！？；](?:[^:：\n.!?…。！？；]{0,38}[^\s:：.!?…。！？；])?(?:: |：)/u;
const ASSISTANT = { latin: "Assistant: ", han: "助手：" };
const HAN = /\p{Script=Han}/u;

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

const SLOTS = 1 << 18;
const RESERVE_RUNES = 16;
/** More than worthOf gives to nearly all sentences. */
const HIGHEST_WORTH = 2.4;
const ORDINARY = 0.8;
/** At or below it a sentence says nothing: "Thanks a lot!", "How are you?" */
const EMPTY = 0.05;

/**
 * The built-in summariser: the sentences of a conversation that say most, in their own words. It streams: messages are
 * added one by one, in order; what it keeps in memory depends on the cap and not on the conversation, its time grows with
 * the text alone, and the same messages give the same summary.
 *
 * The old summary takes part sentence by sentence; `kept` lines stand in the result whatever happens, and first. What comes
 * out can be given in again: days and speakers are recognised, and nothing stands there twice.
 */
export class Extract {
  readonly #cap: number;
  readonly #kept: readonly string[];
  /** In how many sentences a term stands; two terms may share a slot, which bounds the memory and harms no one. */
  readonly #counts = new Uint32Array(SLOTS);
  readonly #most: number;
  readonly #keptSame: ReadonlySet<number>;
  readonly #oldOnes: number;
  #sentences = 0;
  /** The value of the least that the last pruning left. */
  #threshold = 0;
  #order = 0;
  #candidates: Candidate[] = [];
  #bySameness = new Map<number, Candidate>();
  /** The newest sentence that is longer than the cap, cut: for when there is nothing else. */
  #cut: Candidate | undefined;

  constructor({ summary, kept = [], capRunes }: { summary: string; kept?: readonly string[]; capRunes: number }) {
    this.#cap = capRunes;
    this.#kept = [...new Set(kept.filter((line) => line.trim() !== ""))];
    // Three times as many sentences of a short kind as fit into the result.
    this.#most = Math.min(6_000, Math.max(400, Math.ceil(capRunes / 8)));
    this.#keptSame = new Set(
      this.#kept.flatMap((line) => [line, ...sentencesIn(line.replace(MARKER, ""))]).map(sameness),
    );
    this.#read(summary);
    this.#oldOnes = this.#candidates.length;
  }

  add({ role, name, text, createdAt }: Told): void {
    const day = Number.isNaN(createdAt.getTime()) ? "" : createdAt.toISOString().slice(0, 10);
    const speaker = speakerOf(role, name, text);
    let fenced = false;
    for (const sentence of sentencesIn(text)) {
      if (/^(?:```|~~~)/.test(sentence)) {
        fenced = !fenced;
        continue;
      }
      const worth = (role === "user" ? 1 : role === "assistant" ? 0.85 : 0.4) * (fenced ? 0.2 : 1);
      this.#offer({ text: sentence, speaker, day, old: false, said: role === "user", worth });
    }
  }

  /** At most `capRunes` runes, unless the kept lines alone are more. */
  result(): string {
    const head = this.#kept.join("\n");
    const room = this.#cap - (head ? countRunes(head) + 1 : 0);
    const body = room > 0 ? render(this.#choose(room)) : "";
    return [head, body].filter(Boolean).join("\n");
  }

  #read(summary: string): void {
    let day = "";
    const keptLines = new Set(this.#kept.flatMap((line) => line.split("\n")).map((line) => line.trim()));
    for (const raw of summary.split(/[\n\r\u2028\u2029]+/)) {
      const line = raw.trim();
      if (!line || keptLines.has(line)) continue;
      const heading = DAY.exec(line.replace(/[:：]$/, ""));
      if (heading) {
        day = heading[1] ?? "";
        continue;
      }
      // A heading of a model's summary says nothing without what stood under it.
      if (/^#{1,6}\s|^(?:```|~~~)/.test(line)) continue;
      const bare = line.replace(MARKER, "");
      const speaker = SPEAKER.exec(bare)?.[0] ?? "";
      const spoken = speaker.length < bare.length ? speaker : "";
      for (const sentence of sentencesIn(bare.slice(spoken.length))) {
        const said = spoken !== ASSISTANT.latin && spoken !== ASSISTANT.han;
        // It was chosen before among many, so it counts more than one of its kind that comes by.
        this.#offer({ text: sentence, speaker: spoken, day, old: true, said, worth: 1.25 });
      }
    }
  }

  #offer(given: Pick<Candidate, "text" | "speaker" | "day" | "old" | "said" | "worth">): void {
    const text = given.text.replace(MARKER, "");
    if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text) || DAY.test(text)) return;
    const terms = termNumbers(text);
    const order = this.#order++;
    this.#sentences++;
    for (const term of terms) {
      const slot = term % SLOTS;
      this.#counts[slot] = (this.#counts[slot] ?? 0) + (given.old ? 2 : 1);
    }
    const runes = countRunes(text);
    // Of few words ("5.", "Yes, blue.") it depends on who says it.
    const whole = sameness(given.speaker + text);
    const same = terms.length < 3 ? whole : sameness(text);
    if (this.#keptSame.has(whole) || this.#keptSame.has(same)) return;
    const alias = given.old && whole !== same ? whole : null;
    const candidate: Candidate = { ...given, text, runes, order, terms, same, alias, subject: null };
    if (runes + RESERVE_RUNES > this.#cap) {
      const cut = `${cutGraphemes(text, Math.max(1, this.#cap - 1 - RESERVE_RUNES - given.speaker.length))}…`;
      this.#cut = { ...candidate, text: cut, runes: countRunes(cut), terms: [] };
      return;
    }
    const before = this.#bySameness.get(candidate.same);
    if (before) {
      // Said again it holds from now on; but what an assistant repeats remains the person's word.
      before.order = order;
      if (given.old) return;
      before.day = given.day;
      if (given.said || !before.said) {
        const { speaker, said } = given;
        Object.assign(before, { text, runes, terms, speaker, said, old: false, alias: same });
        this.#index(before);
      }
      return;
    }
    // What its form would have to make up for is more than a form can: the dear look at it is spared.
    if (!given.old && this.#value(candidate) * HIGHEST_WORTH < this.#threshold) return;
    candidate.worth *= worthOf(text, terms.length);
    candidate.subject = subjectOf(candidate);
    this.#candidates.push(candidate);
    this.#index(candidate);
    if (!given.old && this.#candidates.length >= this.#oldOnes + this.#most * 2) this.#prune();
  }

  /** Leaves the better half, so that each sentence pays for the sorting only once or twice. */
  #prune(): void {
    const old = this.#candidates.filter((candidate) => candidate.old);
    const fresh = this.#candidates.filter((candidate) => !candidate.old);
    const scored = fresh.map((candidate) => ({ candidate, score: this.#value(candidate) }));
    scored.sort((a, b) => b.score - a.score || b.candidate.order - a.candidate.order);
    const best = scored.slice(0, this.#most);
    this.#threshold = best.at(-1)?.score ?? 0;
    this.#candidates = [...old, ...best.map(({ candidate }) => candidate)];
    this.#bySameness.clear();
    for (const candidate of this.#candidates) {
      // A slice of a message keeps the whole message in memory; a copy does not.
      candidate.text = Buffer.from(candidate.text, "utf16le").toString("utf16le");
      this.#index(candidate);
    }
  }

  #index(candidate: Candidate): void {
    this.#bySameness.set(candidate.same, candidate);
    if (candidate.alias !== null) this.#bySameness.set(candidate.alias, candidate);
  }

  #value({ terms, worth, runes }: Candidate): number {
    let sum = 0;
    for (const term of terms) sum += this.#weight(term);
    return density(sum * worth, runes);
  }

  /** What a term is worth: little when it was said once only, little when it stands in every sentence, most between. */
  #weight(term: number): number {
    const count = Math.min(this.#counts[term % SLOTS] ?? 1, this.#sentences);
    return Math.log(1 + count) * Math.log(1 + this.#sentences / Math.max(1, count));
  }

  #choose(room: number): Candidate[] {
    const standing = withoutSuperseded(this.#candidates);
    const telling = standing.filter(({ worth }) => worth > EMPTY);
    const choice = new Choice(room, (term) => this.#weight(term));
    // Something of what is new comes in always, or an old summary that fills the cap would never change; and something of
    // the old one stays, however much is new.
    const old = telling.filter((candidate) => candidate.old);
    if (old.length > 0 && old.length < telling.length) {
      choice.fill(
        telling.filter((candidate) => !candidate.old && candidate.worth >= ORDINARY),
        room * 0.3,
      );
      choice.fill(old, room * 0.6);
    }
    choice.fill(telling, room);
    if (choice.chosen.length === 0) choice.fill(standing, room);
    if (choice.chosen.length > 0) return choice.chosen;
    const longest = this.#cut ?? standing.at(-1);
    const text = longest ? cutGraphemes(longest.text.replace(/…$/, ""), Math.max(0, room - 1)) : "";
    return longest && text ? [{ ...longest, text: `${text}…`, speaker: "", day: "" }] : [];
  }
}

/** Sentences that are chosen one after the other, each for what it adds to those before it. */
class Choice {
  readonly chosen: Candidate[] = [];
  readonly #room: number;
  readonly #weight: (term: number) => number;
  readonly #covered = new Map<number, number>();
  readonly #taken = new Set<Candidate>();
  #used = 0;

  constructor(room: number, weight: (term: number) => number) {
    this.#room = room;
    this.#weight = weight;
  }

  fill(candidates: readonly Candidate[], until: number): void {
    const weights = new Map<number, number>();
    for (const { terms } of candidates) for (const term of terms) weights.set(term, this.#weight(term));
    const gain = (candidate: Candidate) => {
      let sum = 0;
      for (const term of candidate.terms)
        sum += (weights.get(term) ?? 0) * (REPEATED[this.#covered.get(term) ?? 0] ?? 0);
      return density(sum * candidate.worth + candidate.worth * 0.01, candidate.runes);
    };
    // What a sentence adds only falls while others are chosen: one that is still first when it is reckoned anew is the best.
    const queue = new Queue();
    for (const candidate of candidates) if (!this.#taken.has(candidate)) queue.push(candidate, gain(candidate));
    for (let next = queue.pop(); next; next = queue.pop()) {
      const now = gain(next.candidate);
      if (now < next.score && now < queue.best()) {
        queue.push(next.candidate, now);
        continue;
      }
      if (now > 0) this.#take(next.candidate, Math.min(until, this.#room));
    }
  }

  #take(candidate: Candidate, until: number): void {
    let place = this.chosen.length;
    while (place > 0 && (this.chosen[place - 1]?.order ?? 0) > candidate.order) place--;
    const before = this.chosen[place - 1];
    const after = this.chosen[place];
    const added =
      candidate.runes +
      countRunes(lead(before, candidate)) +
      (after ? countRunes(lead(candidate, after)) - countRunes(lead(before, after)) : 0);
    if (this.#used + added > until || this.#isSaid(candidate)) return;
    this.chosen.splice(place, 0, candidate);
    this.#taken.add(candidate);
    this.#used += added;
    for (const term of candidate.terms) this.#covered.set(term, (this.#covered.get(term) ?? 0) + 1);
  }

  /** Whether a chosen sentence says nearly all of it already. */
  #isSaid({ terms }: Candidate): boolean {
    if (terms.length < 3 || terms.some((term) => !this.#covered.has(term) && terms.length < 6)) return false;
    return this.chosen.some((other) => {
      const theirs = new Set(other.terms);
      return terms.filter((term) => theirs.has(term)).length >= terms.length * 0.85;
    });
  }
}

/** What a term still adds that stands in so many chosen sentences. */
const REPEATED = [1, 0.05];

/** Worth by length. What is short is not for that reason better: a bare half sentence leans on what stood around it. */
function density(value: number, runes: number): number {
  return value / (runes + 25);
}

/** What stands before a sentence: the day where it is a new one, the speaker where the line is a new one. */
function lead(before: Candidate | undefined, candidate: Candidate): string {
  const newDay = candidate.day !== "" && candidate.day !== before?.day;
  const goesOn = before && !newDay && before.speaker === candidate.speaker && endsSentence(before.text);
  // A mark in front would become one with the blank.
  if (goesOn && !/^[\p{M}\p{EMod}\u200c\u200d]/u.test(candidate.text)) {
    return /[。！？；]["”’）」』】》]*$/u.test(before.text) && /^[\p{L}\p{N}]/u.test(candidate.text) ? "" : " ";
  }
  return `${before ? "\n" : ""}${newDay ? `${candidate.day}\n` : ""}${candidate.speaker}`;
}

function render(chosen: readonly Candidate[]): string {
  return chosen.map((candidate, i) => `${lead(chosen[i - 1], candidate)}${candidate.text}`).join("");
}

function speakerOf(role: MessageRole, name: string | null, text: string): string {
  const bare = name?.replace(/[\s:：*`#>.!?…。！？；]+/gu, " ").trim();
  const han = HAN.test(text);
  if (bare) return `${cutGraphemes(bare, 38)}${han ? "：" : ": "}`;
  if (role === "user") return "";
  return han ? ASSISTANT.han : ASSISTANT.latin;
}

/** What a sentence is worth by its form alone. */
function worthOf(sentence: string, terms: number): number {
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

function subjectOf({ text, speaker }: Candidate): string | null {
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
function withoutSuperseded(candidates: readonly Candidate[]): Candidate[] {
  const ordered = [...candidates].sort((a, b) => a.order - b.order);
  const newest = new Map<string, Candidate>();
  for (const candidate of ordered) if (candidate.subject !== null) newest.set(candidate.subject, candidate);
  return ordered.filter((candidate) => candidate.subject === null || newest.get(candidate.subject) === candidate);
}

type Queued = { candidate: Candidate; score: number };

/** A binary heap: the highest score first, of equals the later one. */
class Queue {
  readonly #heap: Queued[] = [];

  best(): number {
    return this.#heap[0]?.score ?? Number.NEGATIVE_INFINITY;
  }

  push(candidate: Candidate, score: number): void {
    const heap = this.#heap;
    heap.push({ candidate, score });
    let at = heap.length - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#swapIfFirst(at, up)) break;
      at = up;
    }
  }

  pop(): Queued | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    heap[0] = last;
    let at = 0;
    while (at * 2 + 1 < heap.length) {
      const left = at * 2 + 1;
      const [l, r] = [heap[left], heap[left + 1]];
      const child = l && r && comesFirst(r, l) ? left + 1 : left;
      if (!this.#swapIfFirst(child, at)) break;
      at = child;
    }
    return top;
  }

  #swapIfFirst(low: number, high: number): boolean {
    const [a, b] = [this.#heap[low], this.#heap[high]];
    if (!a || !b || !comesFirst(a, b)) return false;
    this.#heap[low] = b;
    this.#heap[high] = a;
    return true;
  }
}

function comesFirst(a: Queued, b: Queued): boolean {
  return a.score > b.score || (a.score === b.score && a.candidate.order > b.candidate.order);
}
