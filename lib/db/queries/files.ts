import { and, eq, exists, inArray, isNotNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { users as u } from "@/lib/db/schema/accounts";
import { agents as a } from "@/lib/db/schema/agents";
import { agentFiles as af, type FileRow, files as f, sessionFiles as sf } from "@/lib/db/schema/files";
import { visibleTo } from "./agents";
import type { Owner } from "./sessions";

const ownedBy = ({ userId, workspaceId }: Owner) => and(eq(f.userId, userId), eq(f.workspaceId, workspaceId));

/** Until the transaction ends nobody else stores or drops the bytes of this hash. */
export async function lockBytes(tx: Db, hash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`file:${hash}`}, 0))`);
}

export async function insertFile(tx: Db, values: typeof f.$inferInsert): Promise<FileRow> {
  const [row] = await tx.insert(f).values(values).returning();
  if (!row) throw new Error("an insert gave no row back");
  return row;
}

/** Their own file, or one of an agent that they may talk to. */
export async function findFile(db: Db, actor: Owner, id: string): Promise<FileRow | undefined> {
  const ofAgent = db
    .select({ one: sql`1` })
    .from(af)
    .innerJoin(a, eq(a.id, af.agentId))
    .where(and(eq(af.fileId, f.id), visibleTo(actor)));
  const [row] = await db
    .select()
    .from(f)
    .where(and(eq(f.id, id), or(ownedBy(actor), exists(ofAgent))));
  return row;
}

/** Of these ids those that are the actor's own, locked against being swept until the transaction ends. */
export async function lockFiles(tx: Db, actor: Owner, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return await tx
    .select()
    .from(f)
    .where(and(inArray(f.id, [...ids]), ownedBy(actor)))
    .for("key share");
}

export async function ownFiles(db: Db, actor: Owner, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return await db
    .select()
    .from(f)
    .where(and(inArray(f.id, [...ids]), ownedBy(actor)));
}

/** Where the bytes of files are that a conversation shows. */
export async function hashesShown(
  db: Db,
  sessionId: string,
  ids: readonly string[],
): Promise<Map<string, { hash: string; mediaType: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: f.id, hash: f.hash, mediaType: f.mediaType })
    .from(f)
    .innerJoin(sf, eq(sf.fileId, f.id))
    .where(and(eq(sf.sessionId, sessionId), inArray(f.id, [...ids])));
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

export async function showFiles(tx: Db, sessionId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await tx
    .insert(sf)
    .values(fileIds.map((fileId) => ({ sessionId, fileId })))
    .onConflictDoNothing();
}

/** A branch shows the files of what it was made from. */
export async function copyShownFiles(tx: Db, fromSession: string, toSession: string): Promise<void> {
  await tx.execute(sql`insert into ${sf} (session_id, file_id)
    select ${toSession}::uuid, file_id from ${sf} where session_id = ${fromSession} on conflict do nothing`);
}

export async function filesOfSession(tx: Db, sessionId: string): Promise<string[]> {
  const rows = await tx.select({ id: sf.fileId }).from(sf).where(eq(sf.sessionId, sessionId));
  return rows.map(({ id }) => id);
}

const unused = (db: Db) =>
  and(
    notExists(db.select({ one: sql`1` }).from(sf).where(eq(sf.fileId, f.id))),
    notExists(db.select({ one: sql`1` }).from(af).where(eq(af.fileId, f.id))),
  );

/**
 * Removes those of these files that nothing shows any more. Answers the hashes of their bytes. Whoever shows one at the
 * same time holds its row: what they did is looked at only once that is over.
 */
export async function deleteUnused(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await lockThese(tx, inArray(f.id, [...ids]));
  const rows = await tx
    .delete(f)
    .where(and(inArray(f.id, [...ids]), unused(tx)))
    .returning({ hash: f.hash });
  return rows.map(({ hash }) => hash);
}

async function lockThese(tx: Db, which: SQL | undefined): Promise<string[]> {
  const rows = await tx.select({ id: f.id }).from(f).where(which).orderBy(f.id).limit(1_000).for("update");
  return rows.map(({ id }) => id);
}

/** One of their own that was never sent. */
export async function deleteUnsent(tx: Db, actor: Owner, id: string): Promise<string | undefined> {
  const own = await lockThese(tx, and(eq(f.id, id), ownedBy(actor)));
  return (await deleteUnused(tx, own))[0];
}

/** Removes files that were never sent, `hours` after they came, and what deleted accounts have left. */
export async function deleteForgotten(tx: Db, hours: number): Promise<string[]> {
  const gone = tx.select({ id: u.id }).from(u).where(isNotNull(u.deletedAt));
  const old = lt(f.createdAt, sql`now() - make_interval(hours => ${hours})`);
  return await deleteUnused(tx, await lockThese(tx, and(or(old, inArray(f.userId, gone)), unused(tx))));
}

/** Of these hashes those that a file still has. */
export async function hashesInUse(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ hash: f.hash })
    .from(f)
    .where(inArray(f.hash, [...hashes]));
  return new Set(rows.map(({ hash }) => hash));
}
