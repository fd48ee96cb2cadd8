import { readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import {
  agentOfMemory,
  deleteMemoryRow,
  emptyMemoriesOfDeleted,
  lockEmptyMemory,
  lockMarkedMemory,
  type MemoryKey,
} from "@/lib/db/queries/agent-memories";
import type { AgentRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { folderOf } from "./folder-path";
import { homeOf, type MemoryHome, runtimeDirectory } from "./home";
import { entriesDirectory, isSafeDirectory } from "./paths";

/** In one go; the rest has its turn with the next. */
const MOST_DROPPED = 1_000;
/** A disk that takes nothing away fails for all of them alike. */
const MOST_FAILED = 20;

/** The actor's memory with an agent that may be deleted, or shared with them no more. Throws `not_found`. */
export async function requireKeptHome(actor: Actor, agentId: string): Promise<MemoryHome> {
  const agent = await agentOfMemory(await getDb(), actor, agentId);
  if (!agent) throw new AppError("not_found", { kind: "agent" });
  return homeOf(agent, actor.userId);
}

/**
 * Removes the files and then the rows of what was marked. Answers how many memories are gone. One whose files cannot be
 * removed holds up no other, and has its turn again with the next purge.
 */
export async function purgeMemories(): Promise<number> {
  const db = await getDb();
  const failed: MemoryKey[] = [];
  for (let gone = 0; ; ) {
    const outcome = await db.transaction(async (tx) => {
      const marked = await lockMarkedMemory(tx, failed);
      if (!marked) return "none";
      const key = { agentId: marked.id, userId: marked.userId };
      try {
        await removeFiles(homeOf(marked, marked.userId));
      } catch (error) {
        log.error("background_task_failed", { task: "purge_memory", agent_id: marked.id }, error);
        failed.push(key);
        return "failed";
      }
      await deleteMemoryRow(tx, key);
      return "gone";
    });
    if (outcome === "none" || failed.length === MOST_FAILED) return gone;
    if (outcome === "gone") gone++;
  }
}

/** Removes the rows of memories with deleted agents that hold nothing. Where somebody has put a file it stays. */
export async function dropEmptyMemories(): Promise<void> {
  const db = await getDb();
  for (const key of await emptyMemoriesOfDeleted(db, MOST_DROPPED)) {
    await db.transaction(async (tx) => {
      const empty = await lockEmptyMemory(tx, key);
      if (!empty) return;
      const home = homeOf(empty, empty.userId);
      await removeDirectory(folderOf(home));
      if (!(await isGone(entriesDirectory(home))) || !(await isGone(home.directory))) return;
      await removeEmptyAbove(home.directory);
      await deleteMemoryRow(tx, key);
    });
  }
}

/** With the folder that the agent wrote for itself. */
async function removeFiles(home: MemoryHome): Promise<void> {
  await removeDirectory(folderOf(home));
  await removeDirectory(home.directory);
  await removeEmptyAbove(home.directory);
}

/** A link is left alone, and where it leads to. */
async function removeDirectory(directory: string): Promise<void> {
  if (await isSafeDirectory(directory).catch(() => false)) await rm(directory, { recursive: true, force: true });
}

/**
 * Removes the folders that a deleted agent wrote for itself, whoever for: nobody can look into them any more. What its
 * people told it is theirs, and stays until they delete it.
 */
export async function removeFolders(agent: Pick<AgentRow, "id" | "creatorId">): Promise<void> {
  const people = join(runtimeDirectory(), agent.id, "people");
  const others = (await isSafeDirectory(people).catch(() => false)) ? await readdir(people) : [];
  for (const userId of [agent.creatorId, ...others]) await removeDirectory(folderOf(homeOf(agent, userId)));
}

/** The directories above that then hold nothing any more. */
async function removeEmptyAbove(directory: string): Promise<void> {
  for (let above = dirname(directory); above.startsWith(`${runtimeDirectory()}/`); above = dirname(above)) {
    if (!(await isGone(above))) return;
  }
}

/** Removes a directory that holds nothing. Whether there is none afterwards. */
const isGone = (directory: string): Promise<boolean> =>
  rmdir(directory).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
