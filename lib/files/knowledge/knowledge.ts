import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { requireStanding } from "@/lib/auth/standing";
import { config } from "@/lib/config";
import { type Db, getDb } from "@/lib/db/client";
import { findAgent, lockAgent } from "@/lib/db/queries/agents";
import { deleteUnused, insertFile, lockBytes, lockFiles } from "@/lib/db/queries/files";
import {
  addKnowledgeFile,
  type KnowledgeFile,
  knowledgeFiles,
  removeKnowledgeFile,
  removeKnowledgeOfGone,
} from "@/lib/db/queries/knowledge";
import { AppError } from "@/lib/errors";
import { presentFile } from "@/lib/files/files";
import { dropBytes } from "@/lib/files/store";
import type { AgentFile } from "@/lib/http/contract/files";
import { kickIndexing } from "./indexing";

const present = ({ file, indexedAt }: KnowledgeFile): AgentFile => ({
  ...presentFile(file),
  state: indexedAt ? "ready" : "indexing",
});

/** The knowledge of an agent that the actor may talk to. */
export async function listKnowledge(actor: Actor, agentId: string): Promise<AgentFile[]> {
  const db = await getDb();
  if (!(await findAgent(db, actor, agentId))) throw new AppError("not_found", { kind: "agent" });
  return (await knowledgeFiles(db, agentId)).map(present);
}

/** Gives the actor's own agent a copy of a file of theirs: what a conversation shows and what an agent knows part ways. */
export async function addKnowledge(actor: Actor, agentId: string, fileId: string): Promise<AgentFile> {
  const db = await getDb();
  const { knowledge_max_files: limit } = config().files;
  const added = await db.transaction(async (tx: Db) => {
    await requireStanding(tx, actor);
    await requireOwnAgent(tx, actor, agentId);
    const [file] = await lockFiles(tx, actor, [fileId]);
    if (!file) throw new AppError("not_found", { kind: "file" });
    if (file.kind === "image") throw new AppError("file_refused", { name: file.name, reason: "no_text" });
    if ((await knowledgeFiles(tx, agentId)).length >= limit) throw new AppError("too_many_files", { limit });
    await lockBytes(tx, file.hash);
    const { createdAt: _, ...rest } = file;
    const copy = await insertFile(tx, { ...rest, id: uuidv7() });
    await addKnowledgeFile(tx, agentId, copy.id);
    return copy;
  });
  void kickIndexing();
  return present({ file: added, indexedAt: null });
}

export async function removeKnowledge(actor: Actor, agentId: string, fileId: string): Promise<void> {
  const db = await getDb();
  const hashes = await db.transaction(async (tx: Db) => {
    await requireOwnAgent(tx, actor, agentId);
    if (!(await removeKnowledgeFile(tx, agentId, fileId))) throw new AppError("not_found", { kind: "file" });
    return await deleteUnused(tx, [fileId]);
  });
  await dropBytes(hashes);
}

async function requireOwnAgent(tx: Db, actor: Actor, agentId: string): Promise<void> {
  const agent = await lockAgent(tx, actor, agentId);
  if (!agent) throw new AppError("not_found", { kind: "agent" });
  if (agent.ownerId !== actor.userId) throw new AppError("not_owner", {});
}

/** Removes what agents that are deleted knew. */
export async function dropKnowledgeOfGone(): Promise<void> {
  const db = await getDb();
  await dropBytes(await db.transaction(async (tx: Db) => deleteUnused(tx, await removeKnowledgeOfGone(tx))));
}
