import { demoAnswers, demoPlaces, demoQuestions, demoThings } from "./demo-phrases";

export type DemoLine = { role: "user" | "assistant"; text: string; created_at: string };

/** A small deterministic generator (mulberry32): the same seed is the same conversation on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A conversation of `messages` messages as a person might have it over months: questions short and long, answers
 * with lists, tables, code and formulas, in English and Chinese. Made one at a time, so that any number can be asked for.
 * The last message is at `until`; the days before it get a few talks each.
 */
export function* demoConversation(messages: number, until: Date, seed = 1): Generator<DemoLine> {
  const random = randomNumbers(seed);
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(random() * choices.length)] ?? choices[0];
  const MINUTE = 60_000;
  // A talk of about ten messages, then some hours of nothing: on average this long from one message to the next.
  const MEAN_GAP = 36 * MINUTE;
  let at = until.getTime() - messages * MEAN_GAP;

  for (let n = 1; n <= messages; n++) {
    const isQuestion = n % 2 === 1;
    at = n === messages ? until.getTime() : Math.min(at + gap(n, random) * MINUTE, until.getTime() - (messages - n));
    const subject = { n, thing: pick(demoThings), place: pick(demoPlaces), amount: 1 + Math.floor(random() * 900) };
    const text = isQuestion ? pick(demoQuestions)(subject) : pick(demoAnswers)(subject);
    yield { role: isQuestion ? "user" : "assistant", text, created_at: new Date(at).toISOString() };
  }
}

/** Minutes before message `n`: one or two inside a talk, hours between talks. */
function gap(n: number, random: () => number): number {
  return n % 10 === 1 ? 120 + random() * 440 : 1 + random() * 2;
}
