import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { importSession } from "@/lib/chat/import";
import { searchMessages } from "@/lib/search/messages";

const Talk = z.object({
  title: z.string(),
  messages: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      role: z.enum(["user", "assistant"]),
      speaker: z.string().optional(),
      text: z.string(),
    }),
  ),
});
/** Conversations, and what somebody would look for in them: each question names the messages that answer it. */
export const RetrievalSet = z.object({
  talks: z.array(Talk),
  questions: z.array(z.object({ q: z.string(), evidence: z.array(z.string()).min(1) })),
});
export type RetrievalSet = z.infer<typeof RetrievalSet>;

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
