import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { newestChanges } from "@/lib/db/queries/memory-changes";
import type { ChangeKind } from "@/lib/db/schema/agents";

export type Learned = { id: string; entryId: string; kind: ChangeKind; title: string; at: string };

/** The newest changes of the actor's memory with an agent. */
export async function learnedLately(actor: Actor, agentId: string, limit: number): Promise<Learned[]> {
  const rows = await newestChanges(await getDb(), { agentId, userId: actor.userId }, limit);
  return rows.map(({ id, entryId, kind, title, createdAt }) => ({
    id,
    entryId,
    kind,
    title,
    at: createdAt.toISOString(),
  }));
}
