import type { UIMessageChunk } from "ai";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { followRun } from "@/lib/chat/runs/follow";
import { stopRunLoops } from "@/lib/chat/runs/loop";
import { applyChunk, emptyDraft, type MessageDraft } from "@/lib/chat/runs/reduce";
import { runs } from "@/lib/chat/runs/registry";
import { type SendInput, type Sent, startSend } from "@/lib/chat/runs/send";
import { getDb } from "@/lib/db/client";
import { chatMessages, chatRunEvents, chatRuns, type MessageRow } from "@/lib/db/schema/chat";
import { type ScriptedProvider, startScriptedProvider } from "@/test/scripted-provider";
import { freshDatabase } from "./engine";

export const SCRIPTED_MODEL = "openai-compatible:scripted-small";

/**
 * A database of the file's own, the run loops, and a scripted provider whose model is the default. To be called at the
 * top of a test file; `environment` is set before the configuration is read.
 */
export function withChat(environment: Record<string, string> = {}): { provider: () => ScriptedProvider } {
  let provider: ScriptedProvider | undefined;
  beforeAll(async () => {
    provider = await startScriptedProvider();
    Object.assign(process.env, {
      CADAU_MODEL: SCRIPTED_MODEL,
      OPENAI_COMPATIBLE_BASE_URL: provider.url,
      RATE_LIMIT_SENDS: "100000",
      ...environment,
    });
    await freshDatabase();
  });
  afterAll(async () => {
    for (const run of runs().active.values()) run.abort("shutdown");
    await Promise.all([...runs().active.values()].map((run) => run.ended));
    await stopRunLoops();
    await provider?.close();
  });
  return {
    provider() {
      if (!provider) throw new Error("the provider starts with the first test");
      return provider;
    },
  };
}

export function send(
  actor: Actor,
  text: string,
  more: Partial<Omit<SendInput, "message">> & { id?: string } = {},
): Promise<Sent> {
  const { id, ...rest } = more;
  return startSend(actor, { message: { text, ...(id && { id }) }, ...rest });
}

/** All chunks that a follower gets until the run has ended, or until `enough` says so. */
export async function chunksOfRun(
  actor: Actor,
  runId: string,
  { after = 0, enough }: { after?: number; enough?: (chunks: UIMessageChunk[]) => boolean } = {},
): Promise<{ chunks: UIMessageChunk[]; n: number }> {
  const chunks: UIMessageChunk[] = [];
  let n = after;
  const leaving = new AbortController();
  for await (const entries of await followRun(actor, runId, after, leaving.signal)) {
    for (const entry of entries) {
      chunks.push(entry.chunk);
      n = entry.n;
    }
    if (enough?.(chunks)) break;
  }
  leaving.abort();
  return { chunks, n };
}

export function draftOf(chunks: UIMessageChunk[], from: MessageDraft = emptyDraft): MessageDraft {
  return chunks.reduce(applyChunk, from);
}

export const textOfDraft = (draft: MessageDraft) =>
  draft.parts.map((part) => (part.type === "text" ? part.text : "")).join("");

/** Sends, waits for the end, and answers the assistant's row. */
export async function converse(
  actor: Actor,
  text: string,
  more: Parameters<typeof send>[2] = {},
): Promise<{ sent: Sent; answer: MessageRow }> {
  const sent = await send(actor, text, more);
  await chunksOfRun(actor, sent.run.id);
  return { sent, answer: await answerOf(sent) };
}

export async function answerOf({ run }: Pick<Sent, "run">): Promise<MessageRow> {
  const db = await getDb();
  const [row] = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.sessionId, run.sessionId), eq(chatMessages.id, run.assistantMessageId)));
  if (!row) throw new Error("the answer has no row");
  return row;
}

export async function messagesOf(sessionId: string): Promise<MessageRow[]> {
  const db = await getDb();
  return await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.sessionId, sessionId))
    .orderBy(asc(chatMessages.seq));
}

export async function runsOf(sessionId: string) {
  const db = await getDb();
  return await db.select().from(chatRuns).where(eq(chatRuns.sessionId, sessionId));
}

export async function eventsOf(sessionId: string) {
  const db = await getDb();
  return await db
    .select()
    .from(chatRunEvents)
    .where(eq(chatRunEvents.sessionId, sessionId))
    .orderBy(asc(chatRunEvents.lastN));
}

/** Waits until `condition` holds, looking every few milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The requests whose newest user message holds these words. */
export function requestsAbout(provider: ScriptedProvider, words: string) {
  return provider.requests.filter((request) => request.userText.includes(words));
}
