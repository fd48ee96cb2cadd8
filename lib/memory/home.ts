import { join, resolve } from "node:path";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { type Db, getDb } from "@/lib/db/client";
import { ensureMemory, lockMemory } from "@/lib/db/queries/agent-memories";
import { findAgent, holdAgent } from "@/lib/db/queries/agents";
import type { AgentMemoryRow, AgentRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";
import { settled } from "./after-commit";

/**
 * The memory of one agent about its talk with one person: nobody else reads it, whoever owns the agent. Its files are
 * the truth; the rows of the database follow them.
 */
export type MemoryHome = {
  agentId: string;
  userId: string;
  /** Absolute: holds the daily notes, and `entries/`. It need not exist. */
  directory: string;
};

export const runtimeDirectory = (): string =>
  resolve(/* turbopackIgnore: true */ config().RUNTIME_DIR ?? join(config().DATA_DIR, "runtime"));

export function homeOf({ id, creatorId }: Pick<AgentRow, "id" | "creatorId">, userId: string): MemoryHome {
  const folder = userId === creatorId ? ["memory"] : ["people", userId, "memory"];
  return { agentId: id, userId, directory: join(runtimeDirectory(), id, ...folder) };
}

/** The actor's own memory with an agent that they may talk to. Throws `not_found`. */
export async function requireHome(actor: Actor, agentId: string): Promise<{ agent: AgentRow; home: MemoryHome }> {
  const agent = await findAgent(await getDb(), actor, agentId);
  if (!agent) throw new AppError("not_found", { kind: "agent" });
  return { agent, home: homeOf(agent, actor.userId) };
}

/**
 * Does `task` as the only writer of this memory over all processes: within a transaction that has its row locked. For
 * files and statements, never for waiting: a model is asked before or after.
 */
export async function withMemory<T>(
  home: MemoryHome,
  task: (tx: Db, memory: AgentMemoryRow) => Promise<T>,
): Promise<T> {
  const db = await getDb();
  await ensureMemory(db, home);
  let within: Db | undefined;
  const result = await db.transaction(async (tx: Db) => {
    within = tx;
    // A task may have begun before the agent was deleted: what is removed then must not begin anew.
    const [isThere, memory] = await Promise.all([holdAgent(tx, home.agentId), lockMemory(tx, home)]);
    if (!isThere || !memory || memory.deletedAt) throw new AppError("not_found", { kind: "agent" });
    try {
      return await task(tx, memory);
    } catch (error) {
      // While nobody else writes yet. What fails here is done by whoever next finds what it left.
      await settled("taken_back", tx).catch(() => {});
      throw error;
    }
  });
  await settled("committed", within);
  return result;
}
