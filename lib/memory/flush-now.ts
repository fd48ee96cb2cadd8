import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { openWindowsWith } from "@/lib/db/queries/memory-jobs";
import { flush } from "./flush";
import { requireHome } from "./home";

/** Conversations that one press looks at, newest activity first. */
const MOST_SESSIONS = 50;

/** What came of it: messages that went into notes, and conversations in which that failed for now. */
export type FlushedNow = { archived: number; failed: number };

/** Writes what the model still sees word by word of the actor's conversations with an agent into today's note. */
export async function flushNow(actor: Actor, agentId: string): Promise<FlushedNow> {
  await requireHome(actor, agentId);
  const flushed: FlushedNow = { archived: 0, failed: 0 };
  for (const window of await openWindowsWith(await getDb(), actor, agentId, MOST_SESSIONS)) {
    const { archived, failed } = await flush({ ...window, agentId });
    flushed.archived += archived;
    if (failed) flushed.failed++;
  }
  return flushed;
}
