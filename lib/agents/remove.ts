import { sql } from "drizzle-orm";
import type { Actor } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { markMemory } from "@/lib/db/queries/agent-memories";
import {
  changeAgent,
  deletedAgents,
  deletedWithSessions,
  deleteForgottenAgents,
  detachSessions,
  keptMemories,
  lockAgent,
} from "@/lib/db/queries/agents";
import { audit } from "@/lib/db/queries/audit";
import { AppError } from "@/lib/errors";
import { dropKnowledgeOfGone } from "@/lib/files/knowledge/knowledge";
import { log } from "@/lib/log";
import { dropEmptyMemories, removeFolders } from "@/lib/memory/remove";
import { getAgent } from "./agents";

/** Conversations a transaction: short enough that nobody waits long for one of them. */
const SLICE_ROWS = 1_000;

/**
 * Nobody finds it any more. Its conversations stay, without an agent: they are let go in the background. The owner's own
 * memory goes with it or is kept for them; what others told a shared agent is theirs, and is kept for each of them.
 */
export async function removeAgent(actor: Actor, id: string, { memory }: { memory: "keep" | "delete" }): Promise<void> {
  await getAgent(actor, id);
  const db = await getDb();
  await db.transaction(async (tx) => {
    const row = await lockAgent(tx, actor, id);
    if (!row) throw new AppError("not_found", { kind: "agent" });
    if (row.ownerId !== actor.userId) throw new AppError("not_owner", {});
    await changeAgent(tx, id, { deletedAt: sql`now()` });
    if (memory === "delete") await markMemory(tx, { agentId: id, userId: actor.userId });
    await audit(tx, actor, "agent.deleted", id, { name: row.name, memory });
  });
  letGo(db, id).catch((error: unknown) => log.error("background_task_failed", { task: "detach_agent" }, error));
}

async function letGo(db: Db, agentId: string): Promise<void> {
  while ((await detachSessions(db, agentId, SLICE_ROWS)) > 0);
  await dropKnowledgeOfGone();
}

/** What deleted agents wrote for themselves: it goes with them. */
async function removeFoldersOfGone(db: Db): Promise<void> {
  for (const agent of await deletedAgents(db)) {
    await removeFolders(agent).catch((error: unknown) =>
      log.error("background_task_failed", { task: "remove_folders", agent_id: agent.id }, error),
    );
  }
}

/**
 * Goes on where a process that died left conversations with an agent that is gone, and removes the rows of those that
 * nobody has a memory of any more. While somebody has, the row stays: it says where the files are.
 */
export async function removeGoneAgents(): Promise<void> {
  const db = await getDb();
  for (const id of await deletedWithSessions(db)) await letGo(db, id);
  await dropKnowledgeOfGone();
  await removeFoldersOfGone(db);
  await dropEmptyMemories();
  await deleteForgottenAgents(db);
}

export type KeptMemory = {
  agentId: string;
  name: string;
  emoji: string;
  picture: string | null;
  entries: number;
  notes: number;
  bytes: number;
  deletedAt: Date | null;
};

/** The actor's memories with agents that are gone. */
export async function listKeptMemories(actor: Actor): Promise<KeptMemory[]> {
  const rows = await keptMemories(await getDb(), actor);
  return rows.map(({ agent: { id, name, emoji, picture, deletedAt }, memory: { entries, notes, bytes } }) => ({
    agentId: id,
    name,
    emoji,
    picture,
    entries,
    notes,
    bytes,
    deletedAt,
  }));
}

/** For good: its files go in the background. */
export async function deleteKeptMemory(actor: Actor, agentId: string): Promise<void> {
  const kept = await listKeptMemories(actor);
  const found = kept.find((memory) => memory.agentId === agentId);
  if (!found) throw new AppError("not_found", { kind: "agent" });
  const db = await getDb();
  await db.transaction(async (tx) => {
    await markMemory(tx, { agentId, userId: actor.userId });
    await audit(tx, actor, "agent.memory_deleted", agentId, { name: found.name });
  });
}
