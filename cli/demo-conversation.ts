import { demoPlaces, demoThings, demoTurns } from "./demo-phrases";

export type DemoLine = { role: "user" | "assistant"; text: string; created_at: string };

const MINUTE = 60_000;
/** Talks of ten messages with some hours between them come to this from one message to the next. */
const MEAN_GAP = 36 * MINUTE;

/**
 * A conversation of `messages` messages as a person might have it over months: questions short and long, answers
 * with lists, tables, code and formulas, in English and Chinese. Made one at a time, so that any number can be asked
 * for, and the same on every machine. The last message is at `until`.
 */
export function* demoConversation(messages: number, until: Date, seed = 1): Generator<DemoLine> {
  const random = randomNumbers(seed);
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(random() * choices.length)] ?? choices[0];
  let at = until.getTime() - messages * MEAN_GAP;
  const line = (n: number, role: DemoLine["role"], text: string): DemoLine => {
    const latest = until.getTime() - (messages - n);
    at = n === messages ? latest : Math.min(at + gapBefore(n, random), latest);
    return { role, text, created_at: new Date(at).toISOString() };
  };
  for (let n = 1; n <= messages; n += 2) {
    const [question, answer] = pick(demoTurns);
    const subject = { n, thing: pick(demoThings), place: pick(demoPlaces), amount: 1 + Math.floor(random() * 900) };
    yield line(n, "user", question(subject));
    if (n < messages) yield line(n + 1, "assistant", answer(subject));
  }
}

/** A minute or three inside a talk, hours between talks. */
function gapBefore(n: number, random: () => number): number {
  return (n % 10 === 1 ? 120 + random() * 440 : 1 + random() * 2) * MINUTE;
}

/** A small deterministic generator (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
