import { countRunes } from "@/lib/context/size/measure";
import type { MessageRole } from "@/lib/db/schema/chat";
import { sameness, termNumbers } from "@/lib/search/rough-terms";
import { sentencesIn } from "@/lib/sentences";
import { cutGraphemes } from "@/lib/text";
import { type Candidate, EMPTY, subjectOf, withoutSuperseded, worthOf } from "./candidate";
import { Choice, density, render } from "./choice";
import { ASSISTANT, SPEAKER, speakerOf } from "./speaker";

/** A message as the summariser is told of it. */
export type Told = { seq: number; role: MessageRole; name: string | null; text: string; createdAt: Date };

const DAY = /^(\d{4}-\d{2}-\d{2})$/;
const MARKER = /^(?:[-*+•]|#{1,6}|>)\s+|^\d{1,3}[.)]\s+/u;

const SLOTS = 1 << 18;
const RESERVE_RUNES = 16;
/** More than worthOf gives to nearly all sentences. */
const HIGHEST_WORTH = 2.4;
const ORDINARY = 0.8;

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
