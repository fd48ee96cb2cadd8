import type { Db } from "@/lib/db/client";
import { listenerOf } from "@/lib/db/queries/memory-jobs";
import { memoryIntent } from "./intent";
import { doJobs, REMEMBER_JOBS } from "./jobs";
import { type MemoryWish, wishOf } from "./wish";
import { works } from "./works";

/** Does what is pending of what people asked for in a session, as far as it may be. */
export async function doWishes(sessionId: string): Promise<void> {
  await doJobs(sessionId, REMEMBER_JOBS, works, { early: true });
}

/** What a person's message asks of the agent's memory, done; `open`: not for now; null where it asks for nothing. */
export async function heard(
  db: Db,
  sessionId: string,
  message: { seq: number; text: string },
): Promise<MemoryWish | "open" | null> {
  const intent = memoryIntent(message.text);
  const listener = intent && (await listenerOf(db, sessionId));
  if (!intent || !listener) return null;
  if (intent.kind === "remember") await doWishes(sessionId);
  return await wishOf(db, listener, sessionId, message);
}
