import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { agents as a } from "@/lib/db/schema/agents";
import {
  agentFiles as af,
  type FileRow,
  files as f,
  type KnowledgeRow,
  knowledgePassages as kp,
} from "@/lib/db/schema/files";

export type KnowledgeFile = { file: FileRow; indexedAt: Date | null };

/** The files of an agent, oldest first. Who may see them is asked before. */
export async function knowledgeFiles(db: Db, agentId: string): Promise<KnowledgeFile[]> {
  return await db
    .select({ file: f, indexedAt: af.indexedAt })
    .from(af)
    .innerJoin(f, eq(f.id, af.fileId))
    .where(eq(af.agentId, agentId))
    .orderBy(asc(af.createdAt), asc(af.fileId));
}

export async function addKnowledgeFile(tx: Db, agentId: string, fileId: string): Promise<void> {
  await tx.insert(af).values({ agentId, fileId });
}

/** With its passages. False: the agent has no such file. */
export async function removeKnowledgeFile(tx: Db, agentId: string, fileId: string): Promise<boolean> {
  const rows = await tx
    .delete(af)
    .where(and(eq(af.agentId, agentId), eq(af.fileId, fileId)))
    .returning({ fileId: af.fileId });
  return rows.length > 0;
}

/** Takes the knowledge from agents that are deleted. Answers the files. */
export async function removeKnowledgeOfGone(tx: Db): Promise<string[]> {
  const gone = tx.select({ id: a.id }).from(a).where(isNotNull(a.deletedAt));
  const rows = await tx.delete(af).where(inArray(af.agentId, gone)).returning({ fileId: af.fileId });
  return rows.map(({ fileId }) => fileId);
}

/** The files of these agents belong to whoever the agents belong to now. */
export async function passKnowledge(tx: Db, agentIds: readonly string[], to: string): Promise<void> {
  if (agentIds.length === 0) return;
  const theirs = tx
    .select({ id: af.fileId })
    .from(af)
    .where(inArray(af.agentId, [...agentIds]));
  await tx.update(f).set({ userId: to }).where(inArray(f.id, theirs));
}

export type Unindexed = { agentId: string; file: FileRow };

/** Files that cannot be found yet, oldest first. */
export async function unindexedFiles(db: Db, limit: number): Promise<Unindexed[]> {
  return await db
    .select({ agentId: af.agentId, file: f })
    .from(af)
    .innerJoin(f, eq(f.id, af.fileId))
    .where(isNull(af.indexedAt))
    .orderBy(asc(af.createdAt))
    .limit(limit);
}

/** Writes some passages of a file, also those that were written before. False: the agent has the file no more. */
export async function putPassages(tx: Db, rows: readonly KnowledgeRow[]): Promise<boolean> {
  const [first] = rows;
  if (!first) return true;
  const { agentId, fileId } = first;
  const held = await tx
    .select({ one: sql`1` })
    .from(af)
    .where(and(eq(af.agentId, agentId), eq(af.fileId, fileId)))
    .for("key share");
  if (held.length === 0) return false;
  await tx
    .insert(kp)
    .values([...rows])
    .onConflictDoNothing();
  return true;
}

export async function markIndexed(db: Db, agentId: string, fileId: string): Promise<void> {
  await db
    .update(af)
    .set({ indexedAt: sql`now()` })
    .where(and(eq(af.agentId, agentId), eq(af.fileId, fileId)));
}

/** Passages of the agent that have a term, at most `most`, by one index probe each. */
export async function passagesWith(db: Db, agentId: string, term: number, most: number) {
  return await rowsOf<{ file_id: string; n: number }>(
    db,
    sql`select file_id, n from ${kp} where agent_id = ${agentId} and terms @> array[${term}]::bigint[] limit ${most}`,
  );
}

/** How many passages the agent has, at most `most`. */
export async function countPassages(db: Db, agentId: string, most: number): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select 1 from ${kp} where agent_id = ${agentId} limit ${most}) counted`,
  );
  return row?.count ?? 0;
}

export type FoundPassage = { fileId: string; n: number; body: string; name: string };

export async function readPassages(
  db: Db,
  agentId: string,
  places: readonly { fileId: string; n: number }[],
): Promise<FoundPassage[]> {
  if (places.length === 0) return [];
  const wanted = sql.join(
    places.map(({ fileId, n }) => sql`(${fileId}::uuid, ${n}::int)`),
    sql`, `,
  );
  return await db
    .select({ fileId: kp.fileId, n: kp.n, body: kp.body, name: f.name })
    .from(kp)
    .innerJoin(f, eq(f.id, kp.fileId))
    .where(and(eq(kp.agentId, agentId), sql`(${kp.fileId}, ${kp.n}) in (${wanted})`));
}
