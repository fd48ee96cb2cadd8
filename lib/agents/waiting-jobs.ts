import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { countWaitingJobs } from "@/lib/db/queries/agents";

/** How much of the actor's talk with an agent waits to be written into their memory with it. */
export async function waitingJobs(actor: Actor, agentId: string): Promise<number> {
  return await countWaitingJobs(await getDb(), { agentId, userId: actor.userId });
}
