import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Actor } from "@/lib/auth/actor-type";
import { importSession } from "@/lib/chat/import";
import { searchMessages } from "@/lib/search/messages";

type Said = { id: string; at: string; role: "user" | "assistant"; speaker?: string; text: string };
/** Conversations, and what somebody would look for in them: each question names the messages that answer it. */
export type RetrievalSet = {
  talks: { title: string; messages: Said[] }[];
  questions: { q: string; evidence: string[] }[];
};

/**
 * The sets of this project, written for it: `# title | when it began`, then a line a message, then the questions, each
 * with the numbers of the messages that answer it.
 */
export function retrievalSet(name: "zh" | "en"): RetrievalSet {
  const set: RetrievalSet = { talks: [], questions: [] };
  let startedAt = 0;
  for (const line of readFileSync(join(process.cwd(), `test/retrieval/${name}.txt`), "utf8").split("\n")) {
    const talk = set.talks.at(-1);
    const [, title, began] = /^# (.*) \| (.*)$/.exec(line) ?? [];
    const [, letter, text] = /^([ua]): (.*)$/.exec(line) ?? [];
    const [, q, numbers] = /^\? (.*) => ([\d,]+)$/.exec(line) ?? [];
    if (title && began) {
      startedAt = Date.parse(began);
      set.talks.push({ title, messages: [] });
    } else if (talk && letter && text) {
      const n = talk.messages.length + 1;
      const at = new Date(startedAt + n * 30_000).toISOString();
      talk.messages.push({ id: `${talk.title} ${n}`, at, role: letter === "u" ? "user" : "assistant", text });
    } else if (talk && q && numbers) {
      const evidence = numbers.split(",").map((n) => `${talk.title} ${n}`);
      set.questions.push({ q, evidence });
    } else if (line !== "") throw new Error(`not a line of a set: ${line}`);
  }
  return set;
}

export type Figures = {
  questions: number;
  recall1: number;
  recall5: number;
  recall10: number;
  hit10: number;
  mrr: number;
};

async function* linesOf({ messages }: RetrievalSet["talks"][number]): AsyncGenerator<string> {
  for (const { role, text, speaker, at } of messages)
    yield JSON.stringify({ role, text, name: speaker, created_at: at });
}

/** Imports the conversations and asks the product's search every question; answers the ids it gives, best first. */
export async function rankingsOf(actor: Actor, set: RetrievalSet, { inOne = false } = {}): Promise<string[][]> {
  const ids = new Map<string, string>();
  let only: string | undefined;
  for (const talk of set.talks) {
    const { sessionId } = await importSession(actor, linesOf(talk), { title: talk.title });
    only = sessionId;
    for (const [i, { id }] of talk.messages.entries()) ids.set(`${sessionId}/${i + 1}`, id);
  }
  const rankings: string[][] = [];
  for (const { q } of set.questions) {
    const { hits } = await searchMessages(actor, { q, limit: 10, sessionId: inOne ? only : undefined });
    rankings.push(hits.flatMap((hit) => ids.get(`${hit.session_id}/${hit.seq}`) ?? []));
  }
  return rankings;
}

/** How well rankings answer: the share of the evidence found among the first 1, 5 and 10, and how soon the first of it. */
export function figuresOf({ questions }: RetrievalSet, rankings: readonly string[][]): Figures {
  const rows = questions.map(({ evidence }, i) => {
    const ranked = rankings[i] ?? [];
    const wanted = new Set(evidence);
    const within = (most: number) => ranked.slice(0, most).filter((id) => wanted.has(id)).length / wanted.size;
    const first = ranked.findIndex((id) => wanted.has(id));
    return [within(1), within(5), within(10), first < 0 ? 0 : 1, first < 0 ? 0 : 1 / (first + 1)];
  });
  const mean = (column: number) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length;
  const [recall1, recall5, recall10, hit10, mrr] = [mean(0), mean(1), mean(2), mean(3), mean(4)];
  return { questions: questions.length, recall1, recall5, recall10, hit10, mrr };
}
