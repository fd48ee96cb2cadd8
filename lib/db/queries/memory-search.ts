import { and, asc, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { memoryEntries as e, memoryNotes as n, memoryPassages as p } from "@/lib/db/schema/agents";
import type { MemoryKey } from "./agent-memories";

export type FoundEntry = { id: string; title: string; body: string; at: Date; score: number };
export type FoundPassage = { day: string; n: number; body: string; score: number };

const HEAD_RUNES = 20_000;
const numbers = (terms: readonly number[]) => sql`${`{${terms.join(",")}}`}::bigint[]`;

/**
 * What has the terms, the rarer the more they count, in one statement: `rows` selects the keys of what has `q.term`.
 * Each term of a row counts once, for such texts are short.
 */
const weighed = (terms: readonly number[], rows: SQL, key: SQL, all: SQL, limit: number): SQL => sql`
  with hit as (select q.i, k.* from unnest(${numbers(terms)}) with ordinality as q (term, i), lateral (${rows}) k),
  weight as (select i, ln(1 + greatest(0, (${all}) - count(*) + 0.5) / (count(*) + 0.5)) as w from hit group by i)
  select ${key}, sum(w)::float8 as score from hit join weight using (i) group by ${key} order by score desc, ${key} limit ${limit}`;

/** The entries with any of the terms, best first; those that others took the place of are left out. */
export async function entriesWith(
  db: Db,
  key: MemoryKey,
  terms: readonly number[],
  limit: number,
): Promise<FoundEntry[]> {
  const mine = sql`agent_id = ${key.agentId}::uuid and user_id = ${key.userId}::uuid`;
  const has = sql`select id from ${e} where terms @> array[q.term] and ${mine} and superseded_by is null`;
  const all = sql`select count(*) from ${e} where ${mine}`;
  const rows = await rowsOf<{ id: string; title: string; body: string; at: string; score: number }>(
    db,
    sql`select e.id, e.title, left(e.body, ${HEAD_RUNES}::int) as body, (extract(epoch from e.updated_at) * 1000)::bigint::text as at, b.score
      from (${weighed(terms, has, sql`id`, all, limit)}) b join ${e} e on e.agent_id = ${key.agentId}::uuid
        and e.user_id = ${key.userId}::uuid and e.id = b.id order by b.score desc, e.updated_at desc`,
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(Number(at)) }));
}

/** The passages of daily notes with any of the terms, best first. */
export async function passagesWith(
  db: Db,
  key: MemoryKey,
  terms: readonly number[],
  limit: number,
): Promise<FoundPassage[]> {
  const mine = sql`agent_id = ${key.agentId}::uuid and user_id = ${key.userId}::uuid`;
  const has = sql`select day, n from ${p} where terms @> array[q.term] and ${mine}`;
  const all = sql`select count(*) from ${p} where ${mine}`;
  return await rowsOf<FoundPassage>(
    db,
    sql`select p.day, p.n, p.body, b.score from (${weighed(terms, has, sql`day, n`, all, limit)}) b
      join ${p} p on p.agent_id = ${key.agentId}::uuid and p.user_id = ${key.userId}::uuid and p.day = b.day and p.n = b.n
      order by b.score desc, p.day desc, p.n`,
  );
}

const ofNote = ({ agentId, userId }: MemoryKey, day: string) =>
  and(eq(p.agentId, agentId), eq(p.userId, userId), eq(p.day, day));

/** What is kept of a day's note, in its order. */
export async function passageBodies(tx: Db, key: MemoryKey, day: string): Promise<string[]> {
  const rows = await tx.select({ body: p.body }).from(p).where(ofNote(key, day)).orderBy(asc(p.n));
  return rows.map(({ body }) => body);
}

/** Puts the passages of a note from the one at `from` on in place of those there. */
export async function putPassages(
  tx: Db,
  key: MemoryKey,
  day: string,
  from: number,
  passages: readonly { body: string; terms: number[] }[],
): Promise<void> {
  await tx.delete(p).where(and(ofNote(key, day), gte(p.n, from)));
  const rows = passages.map((passage, i) => ({
    agentId: key.agentId,
    userId: key.userId,
    day,
    n: from + i,
    ...passage,
  }));
  for (let at = 0; at < rows.length; at += 500) await tx.insert(p).values(rows.slice(at, at + 500));
}

/** Days whose notes are in no index yet. */
export async function daysWithoutPassages(db: Db, key: MemoryKey, limit: number): Promise<string[]> {
  const rows = await db
    .select({ day: n.day })
    .from(n)
    .where(
      and(
        eq(n.agentId, key.agentId),
        eq(n.userId, key.userId),
        isNull(n.problem),
        sql`${n.runes} > 0`,
        sql`not exists (select 1 from ${p} p where p.agent_id = ${n.agentId} and p.user_id = ${n.userId} and p.day = ${n.day})`,
      ),
    )
    .limit(limit);
  return rows.map(({ day }) => day);
}

/** Entries that are in no index yet. */
export async function entriesWithoutTerms(db: Db, key: MemoryKey, limit: number) {
  return await db
    .select({ id: e.id, title: e.title, tags: e.tags, body: e.body })
    .from(e)
    .where(and(eq(e.agentId, key.agentId), eq(e.userId, key.userId), isNull(e.terms)))
    .limit(limit);
}

export async function putEntryTerms(db: Db, key: MemoryKey, id: string, terms: number[]): Promise<void> {
  await db
    .update(e)
    .set({ terms })
    .where(and(eq(e.agentId, key.agentId), eq(e.userId, key.userId), eq(e.id, id), isNull(e.terms)));
}
