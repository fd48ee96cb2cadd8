import { Extract } from "@/lib/context/extract/extract";
import { countRunes } from "@/lib/context/size/measure";
import { sentencesIn } from "@/lib/sentences";
import { type LocomoSample, locomoIsHere, locomoSamples } from "../test/support/locomo";
import { report } from "./support/figures";

const CAP = 4_000;
const MERGES = 10;

/**
 * How much of what people later ask about is still in a summary of 4,000 runes: of the content words of the answers, the
 * share that stands in it. The questions are looked at only here, to count.
 */
export async function run(): Promise<void> {
  if (!locomoIsHere) {
    process.stdout.write("     The conversations are not here (../shared/locomo/dev.json): nothing to measure.\n");
    return;
  }
  const ways: Record<string, (sample: LocomoSample) => string> = {
    "Extract, whole": (sample) => extracted(sample, 1),
    "Extract, whole, days left out": (sample) => extracted(sample, 1).replace(/^\d{4}-\d{2}-\d{2}$/gm, ""),
    [`Extract, in ${MERGES} merges`]: (sample) => extracted(sample, MERGES),
    "newest 4,000 runes": newest,
    "first sentences, all cut": firstSentences,
    "first sentences, every nth whole": someFirstSentences,
    TextRank: textRank,
  };
  const samples = locomoSamples();
  const shares = new Map<string, number>();
  process.stdout.write(
    `${"share of answer words, %".padEnd(32)}${samples.map(({ id }) => id.padStart(9)).join("")}      all\n`,
  );
  for (const [name, way] of Object.entries(ways)) {
    let kept = 0;
    let all = 0;
    const row = samples.map((sample) => {
      const summary = way(sample);
      if (countRunes(summary) > CAP) throw new Error(`${name}: ${countRunes(summary)} runes`);
      const words = new Set(contentWords(summary));
      const asked = sample.questions.flatMap(({ answer }) => contentWords(answer));
      const found = asked.filter((word) => words.has(word)).length;
      kept += found;
      all += asked.length;
      return (100 * found) / asked.length;
    });
    const share = (100 * kept) / all;
    shares.set(name, share);
    process.stdout.write(
      `${name.padEnd(32)}${[...row, share].map((value) => value.toFixed(1).padStart(9)).join("")}\n`,
    );
  }
  const [whole, bare, merged, ...others] = [...shares.values()];
  const best = Math.max(...others);
  for (const name of [
    "newest 4,000 runes",
    "first sentences, all cut",
    "first sentences, every nth whole",
    "TextRank",
  ]) {
    const other = shares.get(name) ?? 0;
    report(
      `${name}, of Extract's share`,
      other / (whole ?? 0),
      0.95,
      `Extract keeps ${((whole ?? 0) / other).toFixed(2)} times as much`,
    );
  }
  report("the best of the others, of Extract's share without days", best / (bare ?? 0), 0.95, "");
  report("the best of the others, of Extract's share after merges", best / (merged ?? 0), 1, "");
}

function extracted({ messages }: LocomoSample, merges: number): string {
  let summary = "";
  const size = Math.ceil(messages.length / merges);
  for (let from = 0; from < messages.length; from += size) {
    const extract = new Extract({ summary, capRunes: CAP });
    for (const [i, { role, speaker, text, at }] of messages.slice(from, from + size).entries()) {
      extract.add({ seq: from + i, role, name: speaker, text, createdAt: new Date(at) });
    }
    summary = extract.result();
  }
  return summary;
}

function newest({ messages }: LocomoSample): string {
  return Array.from(messages.map(({ speaker, text }) => `${speaker}: ${text}`).join("\n"))
    .slice(-CAP)
    .join("");
}

/** The same number of runes of each first sentence, so many that all of them fit. */
function firstSentences({ messages }: LocomoSample): string {
  const each = Math.floor(CAP / messages.length) - 1;
  const first = messages.map(({ text }) => Array.from(sentencesIn(text)[0] ?? ""));
  // What short ones leave over goes to the others.
  let length = each;
  const total = (most: number) => first.reduce((sum, sentence) => sum + Math.min(sentence.length, most) + 1, 0);
  while (total(length + 1) <= CAP) length++;
  return first.map((sentence) => sentence.slice(0, length).join("")).join("\n");
}

/** Of every nth message the whole first sentence, so many as fit. */
function someFirstSentences({ messages }: LocomoSample): string {
  const first = messages.map(({ text }) => sentencesIn(text)[0] ?? "");
  for (let n = 1; ; n++) {
    const some = first.filter((_, i) => i % n === 0).join("\n");
    if (countRunes(some) <= CAP) return some;
  }
}

/** Mihalcea and Tarau 2004: sentences that share words vote for each other; the highest are taken until the cap. */
function textRank({ messages }: LocomoSample): string {
  const sentences = messages
    .flatMap(({ text }) => sentencesIn(text))
    .map((text, order) => ({ text, order, words: [...new Set(contentWords(text))] }))
    .filter(({ words }) => words.length > 1);
  const holding = new Map<string, number[]>();
  for (const [i, { words }] of sentences.entries()) {
    for (const word of words) holding.set(word, [...(holding.get(word) ?? []), i]);
  }
  const edges = sentences.map(({ words }, i) => {
    const shared = new Map<number, number>();
    for (const word of words) for (const j of holding.get(word) ?? []) shared.set(j, (shared.get(j) ?? 0) + 1);
    shared.delete(i);
    return [...shared].map(([j, count]) => {
      const other = sentences[j]?.words.length ?? 1;
      return { j, weight: count / (Math.log(words.length) + Math.log(other)) };
    });
  });
  const out = edges.map((list) => list.reduce((sum, { weight }) => sum + weight, 0));
  let rank = sentences.map(() => 1);
  for (let round = 0; round < 40; round++) {
    rank = edges.map(
      (list) => 0.15 + 0.85 * list.reduce((sum, { j, weight }) => sum + (weight / (out[j] || 1)) * (rank[j] ?? 0), 0),
    );
  }
  const chosen: typeof sentences = [];
  let used = 0;
  for (const i of sentences.map((_, i) => i).sort((a, b) => (rank[b] ?? 0) - (rank[a] ?? 0) || a - b)) {
    const sentence = sentences[i];
    if (!sentence || used + countRunes(sentence.text) + 1 > CAP) continue;
    used += countRunes(sentence.text) + 1;
    chosen.push(sentence);
  }
  return chosen
    .sort((a, b) => a.order - b.order)
    .map(({ text }) => text)
    .join("\n");
}

const STOP = new Set(
  `a about after all also am an and any are as at be been because before but by can could did do does for from had has have he
  her him his how i if in into is it its just likely like me more my no not of on one or other our out she since so some than
  that the their them then there they this those though to too up very was we were what when where which while who why will
  with would yes you your s t`.split(/\s+/),
);

function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP.has(word)).map(stem);
}

/** The plain endings of English, off answers and summaries alike. */
function stem(word: string): string {
  const singular = word.length > 3 ? word.replace(/ies$/, "y").replace(/([^s])s$/, "$1") : word;
  const verb = singular.length > 5 ? singular.replace(/(?:ing|ed)$/, "") : singular;
  return verb.length > 4 ? verb.replace(/e$/, "") : verb;
}
