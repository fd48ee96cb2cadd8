import { sentencesIn } from "@/lib/sentences";

/** One message to look in. */
export type Spoken = { role: "user" | "assistant"; text: string };
/** A place that speaks of what was asked: the best sentence of a message, with what stands around it. */
export type Passage = {
  role: Spoken["role"];
  quote: string;
  score: number /** The share of the asked words in it. */;
  coverage: number;
  /** Which of the messages. */
  message: number;
};

// Words that are in every question and so say nothing about where its answer is.
const ENGLISH_STOP = new Set(
  `a about after again all am an and any are as asked at be been before but by can could did do does doing don for from get
  give had has have he her here hers him his how i if in into is it its just know let like long make many me might more most
  much my name no not now of on one or our out over please really remember remind said say she should so some such tell than
  that the their them then there these they this those through time to told too until up us use very was we were what when
  where which while who whom whose why will with would yes you your yours`.split(/\s+/),
);
// Of single characters only those that are hardly ever part of a word: 会 would take 会议 apart, 要 重要.
const CHINESE_STOP =
  /什么时候|为什么|是不是|有没有|能不能|可不可以|请问|告诉|知道|记得|说过|提到|关于|什么|怎么|怎样|如何|多少|哪里|哪儿|哪个|哪些|哪天|几点|几个|我们|你们|他们|她们|一下|这个|那个|之前|上次|可以|的|了|吗|呢|吧|啊|呀|是|在|我|你|您|他|她|它|谁|几/gu;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** Words of a text as they are compared: folded, without stop words; writing without spaces as pairs of characters. */
export function termsOf(text: string): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const terms: string[] = [];
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)) {
    const spaced = word.replace(UNSPACED, " ");
    for (const part of spaced.split(/\s+/)) {
      const bare = part.replace(/['’]s?$|['’](?:re|ve|ll|d|m|t)$/u, "");
      if (bare && !ENGLISH_STOP.has(bare)) terms.push(stem(bare));
    }
  }
  for (const [run] of folded.replace(CHINESE_STOP, " ").matchAll(UNSPACED)) {
    const characters = Array.from(run);
    if (characters.length === 1) terms.push(run);
    for (let i = 0; i + 1 < characters.length; i++) terms.push(`${characters[i]}${characters[i + 1]}`);
  }
  return terms;
}

/** Only so far that "flights" finds "flight" and "booked" finds "book": a wrong root would find nothing at all. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const root = word.replace(/ies$/, "y").replace(/(?:sses|xes|ches|shes)$/, (end) => end.slice(0, -2));
  const singular = /[^s]s$/.test(root) ? root.slice(0, -1) : root;
  const verb = singular.replace(/(.{3,})(?:ing|ed)$/, "$1");
  return verb.length > 4 && verb.endsWith("e") ? verb.slice(0, -1) : verb;
}

const LONGEST_SENTENCE = 320;

/** Sentences and lines, none longer than a quote may be. */
export function sentencesOf(text: string): string[] {
  return sentencesIn(text).flatMap((sentence) => {
    if (sentence.length <= LONGEST_SENTENCE) return [sentence];
    return sentence.match(new RegExp(`.{1,${LONGEST_SENTENCE}}(?:\\s|$)|.{1,${LONGEST_SENTENCE}}`, "gsu")) ?? [];
  });
}

type Sentence = { message: number; place: number; text: string; terms: Map<string, number>; length: number };

const K1 = 1.2;
const B = 0.4;
const MOST_PASSAGES = 3;

/**
 * The best passages for a question, best first, at most one a message. Scored as BM25 does over sentences: a rare word
 * counts more than a common one, the second time less than the first, and a long sentence needs more of them.
 */
export function lookUp(question: string, messages: readonly Spoken[]): Passage[] {
  const asked = new Set(termsOf(question));
  if (asked.size === 0) return [];
  const singles = [...asked].filter((term) => /^\p{Script=Han}$/u.test(term));

  const texts = messages.map((message) => sentencesOf(message.text));
  const sentences: Sentence[] = [];
  for (const [message, list] of texts.entries()) {
    for (const [place, text] of list.entries()) {
      const all = termsOf(text);
      const terms = new Map<string, number>();
      for (const term of all) if (asked.has(term)) terms.set(term, (terms.get(term) ?? 0) + 1);
      // A single character that is asked for stands inside the pairs of a sentence.
      for (const term of singles) if (text.includes(term)) terms.set(term, 1);
      sentences.push({ message, place, text, terms, length: all.length });
    }
  }
  const average = sentences.reduce((sum, { length }) => sum + length, 0) / Math.max(1, sentences.length);
  const weight = new Map<string, number>();
  for (const term of asked) {
    const holding = sentences.filter(({ terms }) => terms.has(term)).length;
    weight.set(term, Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5)));
  }

  const best = new Map<number, { sentence: Sentence; score: number }>();
  for (const sentence of sentences) {
    if (sentence.terms.size === 0) continue;
    let score = 0;
    for (const [term, times] of sentence.terms) {
      const damped = (times * (K1 + 1)) / (times + K1 * (1 - B + (B * sentence.length) / Math.max(1, average)));
      score += (weight.get(term) ?? 0) * damped;
    }
    // What a person said is the source; an assistant's "noted, on 12 May" only repeats it.
    if (messages[sentence.message]?.role === "assistant") score *= 0.8;
    // Somebody asking for it is not yet somebody saying it.
    if (/[?？]["”’」』）)]?$/.test(sentence.text)) score *= 0.4;
    const before = best.get(sentence.message);
    if (!before || score > before.score) best.set(sentence.message, { sentence, score });
  }

  // Of two that score the same the later one: what was said last holds.
  const ranked = [...best.values()].sort((a, b) => b.score - a.score || b.sentence.message - a.sentence.message);
  const top = ranked[0]?.score ?? 0;
  const passages: Passage[] = [];
  for (const { sentence, score } of ranked) {
    const message = messages[sentence.message];
    if (!message || score < top * 0.5 || passages.length === MOST_PASSAGES) break;
    const quote = around(texts[sentence.message] ?? [], sentence.place);
    // Said again in the same words it is no second finding.
    if (passages.some((better) => better.quote.includes(sentence.text))) continue;
    passages.push({
      ...{ role: message.role, quote, score, coverage: sentence.terms.size / asked.size },
      message: sentence.message,
    });
  }
  return passages;
}

/** The sentence with the next one where both are short, so that a quote does not stop just before the point. */
function around(sentences: readonly string[], place: number): string {
  const sentence = sentences[place] ?? "";
  const next = sentences[place + 1];
  const cut = (text: string) => (text.length > LONGEST_SENTENCE ? `${text.slice(0, LONGEST_SENTENCE)}…` : text);
  if (next === undefined || sentence.length + next.length > 200) return cut(sentence);
  return /\p{Script=Han}[。！？；]?$/u.test(sentence) ? `${sentence}${next}` : `${sentence} ${next}`;
}
