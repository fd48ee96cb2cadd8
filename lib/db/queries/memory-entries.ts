import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type EntryKind, type EntryRow, memoryEntries as e } from "@/lib/db/schema/agents";
import type { MemoryKey } from "./agent-memories";

export const ofMemory = ({ agentId, userId }: MemoryKey) => and(eq(e.agentId, agentId), eq(e.userId, userId));

export async function findEntryRow(db: Db, key: MemoryKey, id: string): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(e)
    .where(and(ofMemory(key), eq(e.id, id)));
  return row;
}

export async function findEntryRowByFile(db: Db, key: MemoryKey, file: string): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(e)
    .where(and(ofMemory(key), eq(e.file, file)));
  return row;
}

/** How often it was used stays as it was, and its place among what is recalled does not fall. */
export async function putEntryRow(tx: Db, row: typeof e.$inferInsert): Promise<EntryRow> {
  const { agentId: _, userId: __, id: ___, ...changes } = row;
  const recallAt = sql`greatest(${e.recallAt}, excluded.recall_at)`;
  const [put] = await tx
    .insert(e)
    .values(row)
    .onConflictDoUpdate({ target: [e.agentId, e.userId, e.id], set: { ...changes, recallAt } })
    .returning();
  if (!put) throw new Error("an insert gave no row back");
  return put;
}

/** Used, it is recalled like one that is a week newer than new; used three times, two weeks; seven times, three. */
export async function countUse(tx: Db, key: MemoryKey, id: string): Promise<void> {
  await tx
    .update(e)
    .set({
      uses: sql`${e.uses} + 1`,
      usedAt: sql`now()`,
      recallAt: sql`now() + interval '7 days' * log(2, ${e.uses} + 2)`,
    })
    .where(and(ofMemory(key), eq(e.id, id)));
}

export async function deleteEntryRow(tx: Db, key: MemoryKey, id: string): Promise<EntryRow | undefined> {
  const [row] = await tx
    .delete(e)
    .where(and(ofMemory(key), eq(e.id, id)))
    .returning();
  return row;
}

/** What tells whether a file is still the one that was read, of every entry. */
export async function entryFiles(db: Db, key: MemoryKey) {
  return await db
    .select({ id: e.id, file: e.file, mtimeMs: e.mtimeMs, bytes: e.bytes, hash: e.hash, problem: e.problem })
    .from(e)
    .where(ofMemory(key))
    .orderBy(asc(e.file));
}

export type EntryFilters = {
  words: readonly string[];
  tag?: string | undefined;
  kind?: EntryKind | undefined;
  pinned?: boolean | undefined;
  problem?: boolean | undefined;
};
/** Of the texts as much as a list shows: a page of entries may hold many megabytes of them. */
const LISTED_RUNES = 300;
const { searchText: _, terms: _terms, ...shown } = getTableColumns(e);
const listed = { ...shown, body: sql<string>`left(${e.body}, ${sql.raw(String(LISTED_RUNES))})`.as("head") };
export type ListedEntry = Omit<EntryRow, "searchText" | "terms">;
export type EntryPlace = { updatedAt: Date; id: string };

const holds = (word: string) => sql`strpos(${e.searchText}, ${word}) > 0`;

/** The entries after `after` (null: from the top), newest first. Without words one index range. */
export async function entryPage(
  db: Db,
  key: MemoryKey,
  { words, tag, kind, pinned, problem }: EntryFilters,
  after: EntryPlace | null,
  limit: number,
) {
  const rows: ListedEntry[] = await db
    .select(listed)
    .from(e)
    .where(
      and(
        ofMemory(key),
        ...words.map(holds),
        tag === undefined ? undefined : sql`${tag} = any(${e.tags})`,
        kind === undefined ? undefined : eq(e.kind, kind),
        pinned === undefined ? undefined : eq(e.pinned, pinned),
        problem === undefined ? undefined : problem ? isNotNull(e.problem) : isNull(e.problem),
        after
          ? sql`(${e.updatedAt}, ${e.id}) < (${after.updatedAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(e.updatedAt), desc(e.id))
    .limit(limit + 1);
  const entries = rows.slice(0, limit);
  return { entries, continueAt: rows.length > limit ? (entries.at(-1) ?? null) : null };
}

/**
 * Those with all words, the most words in the title first, then pinned, then new. It reads every entry of the memory
 * once: short texts, and parts of words and of Chinese sentences are found by no index of words.
 */
export async function searchEntries(
  db: Db,
  key: MemoryKey,
  words: readonly string[],
  limit: number,
): Promise<ListedEntry[]> {
  const inTitle = words.map((word) => sql`(strpos(${e.searchText}, ${word}) <= char_length(${e.title}))::int`);
  const best = db
    .select({ id: e.id })
    .from(e)
    .where(and(ofMemory(key), isNull(e.supersededBy), ...words.map(holds)))
    .orderBy(sql`${sql.join(inTitle, sql` + `)} desc`, desc(e.pinned), desc(e.updatedAt), desc(e.id))
    .limit(limit)
    .as("best");
  return await db
    .select(listed)
    .from(e)
    .innerJoin(best, eq(best.id, e.id))
    .where(ofMemory(key))
    .orderBy(sql`${sql.join(inTitle, sql` + `)} desc`, desc(e.pinned), desc(e.updatedAt), desc(e.id));
}
