import type { UIMessageChunk } from "ai";
import { type SystemPrompt, withNotice } from "@/lib/context/payload/system-prompt";
import { getDb } from "@/lib/db/client";
import { placeAndText } from "@/lib/db/queries/messages";
import type { RunRow } from "@/lib/db/schema/chat";
import { log } from "@/lib/log";
import { type MemoryWish, wishPart } from "@/lib/memory/wish";
import { heard } from "@/lib/memory/wishes";
import type { Task } from "./perform";

/** What a message asks of the agent's memory, done. Null where it asks for nothing; `open` where that failed for now. */
export async function memoryWishes(
  { sessionId, userMessageId }: RunRow,
  { session, prompt }: Task,
): Promise<{ chunk: UIMessageChunk; prompt: SystemPrompt } | "open" | null> {
  if (session.agentId === null) return null;
  try {
    const db = await getDb();
    const message = await placeAndText(db, sessionId, userMessageId);
    const wish = message ? await heard(db, sessionId, message) : null;
    if (wish === null || wish === "open") return wish;
    return { chunk: wishPart(wish), prompt: withNotice(prompt, noticeOf(wish)) };
  } catch (error) {
    log.error("agent_memory_remember_failed", {}, error);
    return "open";
  }
}

function noticeOf({ action, entries }: MemoryWish): string {
  const titles = entries.map(({ title }) => `- ${title.replace(/\s+/gu, " ")}`).join("\n");
  if (action === "remembered") {
    return entries.length > 0
      ? `The user has just asked you to remember something. It was kept in your memory as:\n${titles}\nConfirm it briefly.`
      : "The user has just asked you to remember something. It was not kept: it looks like a password, a key or a number that memory never keeps. Say so briefly.";
  }
  return entries.length > 0
    ? `The user has just asked you to forget something. Nothing is removed yet: above your answer they are asked whether to remove\n${titles}\nSay that they can confirm it there.`
    : "The user has just asked you to forget something. Nothing in your memory matches it. Say so briefly.";
}
