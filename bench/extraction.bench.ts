import type { Candidate } from "@/lib/memory/extract/candidate";
import { decide, type Existing } from "@/lib/memory/extract/decide";
import { extractByRules } from "@/lib/memory/extract/rules";
import { type LocomoSample, locomoIsHere, locomoSamples } from "../test/support/locomo";
import { report } from "./support/figures";

/** As a roll takes them out of the context. */
const BATCH = 20;
const MAX = 6;
const SHOWN = 100;

type Entry = Existing & { title: string; kind: string };

/**
 * What the built-in extractor makes of conversations of months: how many entries, and of how many of the questions
 * people could ask later a message that answers it is the source of one. SHOW=1 prints a fixed sample of 100 entries,
 * whose use only a reader can judge.
 */
export async function run(): Promise<void> {
  if (!locomoIsHere) {
    process.stdout.write("     The conversations are not here (../shared/locomo/dev.json): nothing to measure.\n");
    return;
  }
  const samples = locomoSamples();
  const all = samples.map((sample) => ({ sample, entries: entriesOf(sample) }));
  let held = 0;
  let asked = 0;
  for (const { sample, entries } of all) {
    const sources = new Set(entries.flatMap(({ messageIds }) => messageIds));
    const found = sample.questions.filter(({ evidence }) => evidence.some((id) => sources.has(id))).length;
    held += found;
    asked += sample.questions.length;
    const standing = entries.filter(({ supersededBy }) => supersededBy === null);
    process.stdout.write(
      `${sample.id.padEnd(12)}${String(entries.length).padStart(5)} entries, ${standing.length} standing, ${((100 * entries.length) / sample.messages.length).toFixed(1)} of 100 messages, ${((100 * found) / sample.questions.length).toFixed(1)} % of the questions\n`,
    );
  }
  report(
    "questions without an entry of their evidence",
    1 - held / asked,
    0.7,
    `${((100 * held) / asked).toFixed(1)} % have one`,
  );
  if (process.env["SHOW"])
    for (const line of shown(all.flatMap(({ entries }) => entries))) process.stdout.write(`${line}\n`);
}

function entriesOf({ messages }: LocomoSample): Entry[] {
  const entries: Entry[] = [];
  for (let from = 0; from < messages.length; from += BATCH) {
    const batch = messages.slice(from, from + BATCH);
    const told = batch.map(({ id, role, speaker, text, at }) => ({
      id,
      role,
      name: speaker,
      text,
      createdAt: new Date(at),
    }));
    apply(entries, extractByRules(told));
  }
  return entries;
}

function apply(entries: Entry[], candidates: readonly Candidate[]): void {
  for (const operation of decide(candidates, entries, [], { max: MAX })) {
    const before = operation.op === "add" ? undefined : entries.find(({ id }) => id === operation.id);
    if (operation.op === "nothing") {
      if (before) before.messageIds = [...before.messageIds, ...operation.message_ids];
      continue;
    }
    const { title, body, kind, message_ids } = operation;
    if (operation.op === "update" && before) {
      Object.assign(before, { title, body, kind, messageIds: [...before.messageIds, ...message_ids] });
      continue;
    }
    const id = String(entries.length);
    if (before) before.supersededBy = id;
    entries.push({ id, title, body, kind, messageIds: message_ids, supersededBy: null });
  }
}

/** The same ones every time: those whose places a small generator of numbers names. */
function shown(entries: readonly Entry[]): string[] {
  const rest = entries.map((entry) => entry);
  const lines: string[] = [];
  let seed = 20_260_302;
  while (rest.length > 0 && lines.length < SHOWN) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const [entry] = rest.splice(seed % rest.length, 1);
    if (entry)
      lines.push(
        `${String(lines.length + 1).padStart(3)} ${entry.kind.padEnd(10)} ${entry.title}\n    ${" ".repeat(11)}${entry.body}`,
      );
  }
  return lines;
}
