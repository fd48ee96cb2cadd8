import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Actor } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { agentOfMemory, deleteMemoryRow, lockMarkedMemory, markMemory } from "@/lib/db/queries/agent-memories";
import { AppError } from "@/lib/errors";
import { homeOf, type MemoryHome, runtimeDirectory } from "./home";
import { isSafeDirectory } from "./paths";

/** The actor's memory with an agent that may be deleted, or shared with them no more. Throws `not_found`. */
export async function requireKeptHome(actor: Actor, agentId: string): Promise<MemoryHome> {
  const agent = await agentOfMemory(await getDb(), actor, agentId);
  if (!agent) throw new AppError("not_found", { kind: "agent" });
  return homeOf(agent, actor.userId);
}

/** Within the transaction that deletes what it belongs to. From here on nobody reads or writes it. */
export async function markMemoryForRemoval(tx: Db, key: Pick<MemoryHome, "agentId" | "userId">): Promise<boolean> {
  return await markMemory(tx, key);
}

/** Removes the files and then the rows of what was marked. Answers how many memories are gone. */
export async function purgeMemories(): Promise<number> {
  const db = await getDb();
  for (let gone = 0; ; gone++) {
    const found = await db.transaction(async (tx) => {
      const marked = await lockMarkedMemory(tx);
      if (!marked) return false;
      await removeFiles(homeOf(marked, marked.userId));
      await deleteMemoryRow(tx, { agentId: marked.id, userId: marked.userId });
      return true;
    });
    if (!found) return gone;
  }
}

/** With the directories above that then hold nothing any more. A link among them is left alone, and where it leads to. */
async function removeFiles({ directory }: MemoryHome): Promise<void> {
  if (await isSafeDirectory(directory).catch(() => false)) await rm(directory, { recursive: true, force: true });
  for (let above = dirname(directory); above.startsWith(`${runtimeDirectory()}/`); above = dirname(above)) {
    const isGone = await rmdir(above).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === "ENOENT",
    );
    if (!isGone) return;
  }
}
