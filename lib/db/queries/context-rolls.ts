import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { chatMessages as m, type RollRow, contextRolls as r } from "@/lib/db/schema/chat";

const LARGEST_VERSION = 2_147_483_647;

export async function findRoll(db: Db, sessionId: string, version: number): Promise<RollRow | undefined> {
  // A number that the column cannot hold is no version, and would be an error of the database.
  if (version > LARGEST_VERSION) return undefined;
  const [row] = await db
    .select()
    .from(r)
    .where(and(eq(r.sessionId, sessionId), eq(r.version, version)));
  return row;
}

/** Adds a version under the next free number, the session being locked. Answers the number. */
export async function insertRoll(tx: Db, roll: Omit<typeof r.$inferInsert, "version">): Promise<number> {
  const next = tx
    .select({ version: sql`coalesce(max(${r.version}), 0) + 1` })
    .from(r)
    .where(eq(r.sessionId, roll.sessionId));
  const [row] = await tx
    .insert(r)
    // One that is made from another by hand has a time of its own.
    .values({ ...roll, version: sql`(${next})`, createdAt: sql`now()` })
    .returning({ version: r.version });
  if (!row) throw new Error("an insert gave no row back");
  return row.version;
}

/** A version and what it was made from, back to the first, newest first. */
const line = (sessionId: string, version: number, goOn: SQL) => sql`
  with recursive line as (
    select version, base_version, to_seq, 1 as depth from context_rolls where session_id = ${sessionId} and version = ${version}
    union all
    select p.version, p.base_version, p.to_seq, line.depth + 1
    from context_rolls p join line on p.version = line.base_version
    where p.session_id = ${sessionId} and ${goOn}
  )`;

/** The newest version in the line of `version` that covers nothing from `cutSeq` on; 0 where only the empty summary does. */
export async function versionBefore(db: Db, sessionId: string, version: number, cutSeq: number): Promise<number> {
  const [row] = await rowsOf<{ version: number }>(
    db,
    sql`${line(sessionId, version, sql`line.to_seq >= ${cutSeq}`)}
      select version from line where to_seq < ${cutSeq} order by depth limit 1`,
  );
  return row?.version ?? 0;
}

/** By a probe of its own: joined to the messages, all versions would be read before the newest are taken. */
const messageAt = (seq: "from_seq" | "to_seq") => sql<string | null>`(
  select id from chat_messages where session_id = context_rolls.session_id and seq = context_rolls.${sql.raw(seq)})`;

/**
 * The newest versions that can be the context: the line of `version` and, beside it, those that were left by a restore.
 * Not those that cover messages which were cut off, nor the steps of a summary that is still being redone. With the ids
 * of the first and the last message that each took in. A few index probes a version.
 */
export async function standingRolls(db: Db, sessionId: string, version: number, limit: number) {
  const inLine = sql`${r.version} in (${line(sessionId, version, sql`line.depth < ${limit}`)} select version from line)`;
  const standing = (where: SQL, count: number) =>
    db
      .select({ roll: r, fromMessageId: messageAt("from_seq") })
      .from(r)
      .where(and(eq(r.sessionId, sessionId), sql`${messageAt("to_seq")} = ${r.toMessageId}`, where))
      .orderBy(desc(r.version))
      .limit(count);
  // The current one apart: after an undo it is not the newest, and it is there however few are asked for.
  const rows = await unionAll(
    standing(eq(r.version, version), 1),
    standing(sql`${r.version} <> ${version} and (${r.reason} <> 'redo' or ${inLine})`, limit - 1),
  );
  return rows.map(({ roll, fromMessageId }) => ({ ...roll, fromMessageId })).sort((a, b) => b.version - a.version);
}

/** Gives a copied conversation the line of `version` too; its messages are in place already, under ids of their own. */
export async function copyRolls(tx: Db, fromSession: string, version: number, toSession: string): Promise<void> {
  await tx.execute(sql`
    insert into ${r} (session_id, version, base_version, from_seq, to_seq, to_message_id, covered_runes, summary, summary_runes,
      kept, reason, method, fallback, redo_from, model, instructions, runes_before, runes_after, usage, duration_ms, created_at)
    select ${toSession}::uuid, o.version, o.base_version, o.from_seq, o.to_seq, c.id, o.covered_runes, o.summary, o.summary_runes,
      o.kept, o.reason, o.method, o.fallback, o.redo_from, o.model, o.instructions, o.runes_before, o.runes_after, o.usage, o.duration_ms, o.created_at
    from ${r} o join ${m} c on c.session_id = ${toSession} and c.seq = o.to_seq
    where o.session_id = ${fromSession}
      and o.version in (${line(fromSession, version, sql`true`)} select version from line)`);
}
