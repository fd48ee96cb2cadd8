import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNull,
  lt,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { builtOnce } from "@/lib/db/built-once";
import type { Db } from "@/lib/db/client";
import {
  type MessageParts,
  type MessageRow,
  chatMessages as m,
  chatRuns as r,
  chatSessions as s,
} from "@/lib/db/schema/chat";
import type { Owner } from "./sessions";

/** Messages oldest first, and whether there are others on either side. */
export type MessagePage = { messages: MessageRow[]; hasOlder: boolean; hasNewer: boolean };

const of = (sessionId: string) => eq(m.sessionId, sessionId);
/** A message as it is read: all but its terms. */
export const { terms: _, ...messageColumns } = getTableColumns(m);
// Of the queries that are built once.
const here = eq(m.sessionId, sql.placeholder("sessionId"));
const atSeq = sql.placeholder("seq");
const rowLimit = sql.placeholder("rows");

/**
 * Whether there are messages on the other side of a page. Not `exists`: for that the planner may read the table from
 * its start, hoping to meet one soon; in order of the index it cannot.
 */
const beyond = (db: Db, where: SQL | undefined) => {
  const first = db.select({ one: sql`true` }).from(m).where(where).orderBy(asc(m.seq)).limit(1);
  return sql<boolean>`coalesce((${first}), false)`.as("beyond");
};

const latestQuery = builtOnce((db) =>
  db.select(messageColumns).from(m).where(here).orderBy(desc(m.seq)).limit(rowLimit).prepare("latest_page"),
);

/** The newest `limit` messages. One index range, limit + 1 rows. */
export async function latestPage(db: Db, sessionId: string, limit: number): Promise<MessagePage> {
  const rows = await latestQuery(db).execute({ sessionId, rows: limit + 1 });
  return { messages: rows.slice(0, limit).reverse(), hasOlder: rows.length > limit, hasNewer: false };
}

const beforeQuery = builtOnce((db) =>
  db
    .select({ ...messageColumns, beyond: beyond(db, and(here, gte(m.seq, atSeq))) })
    .from(m)
    .where(and(here, lt(m.seq, atSeq)))
    .orderBy(desc(m.seq))
    .limit(rowLimit)
    .prepare("page_before"),
);

/** The `limit` messages before `seq`. One index range, limit + 1 rows, and a probe for what is on the other side. */
export async function pageBefore(db: Db, sessionId: string, seq: number, limit: number): Promise<MessagePage> {
  const rows = await beforeQuery(db).execute({ sessionId, seq, rows: limit + 1 });
  return {
    messages: rows.slice(0, limit).reverse(),
    hasOlder: rows.length > limit,
    hasNewer: rows[0]?.beyond ?? false,
  };
}

const afterQuery = builtOnce((db) =>
  db
    .select({ ...messageColumns, beyond: beyond(db, and(here, lte(m.seq, atSeq))) })
    .from(m)
    .where(and(here, gt(m.seq, atSeq)))
    .orderBy(asc(m.seq))
    .limit(rowLimit)
    .prepare("page_after"),
);

/** The `limit` messages after `seq`, at the same cost. */
export async function pageAfter(db: Db, sessionId: string, seq: number, limit: number): Promise<MessagePage> {
  const rows = await afterQuery(db).execute({ sessionId, seq, rows: limit + 1 });
  return { messages: rows.slice(0, limit), hasOlder: rows[0]?.beyond ?? false, hasNewer: rows.length > limit };
}

const aroundQuery = builtOnce((db) => {
  const target = db
    .select({ seq: m.seq })
    .from(m)
    .where(and(here, eq(m.id, sql.placeholder("messageId"))));
  const older = db
    .select(messageColumns)
    .from(m)
    .where(and(here, sql`${m.seq} < (${target})`))
    .orderBy(desc(m.seq))
    .limit(sql.placeholder("olderRows"));
  const newer = db
    .select(messageColumns)
    .from(m)
    .where(and(here, sql`${m.seq} >= (${target})`))
    .orderBy(asc(m.seq))
    .limit(sql.placeholder("newerRows"));
  return unionAll(older, newer).prepare("page_around");
});

/** The page with a message in its middle; undefined where the session has no such message. Two index ranges, limit + 2 rows. */
export async function pageAround(
  db: Db,
  sessionId: string,
  messageId: string,
  limit: number,
): Promise<MessagePage | undefined> {
  const olderCount = Math.floor((limit - 1) / 2);
  const newerCount = limit - olderCount;
  const given = { sessionId, messageId, olderRows: olderCount + 1, newerRows: newerCount + 1 };
  const rows = (await aroundQuery(db).execute(given)).sort((a, b) => a.seq - b.seq);
  const at = rows.findIndex((row) => row.id === messageId);
  if (at < 0) return undefined;
  return {
    messages: rows.slice(Math.max(0, at - olderCount), at + newerCount),
    hasOlder: at > olderCount,
    hasNewer: rows.length - at > newerCount,
  };
}

/** What the index of questions shows of one: never the whole text, which can be a megabyte. */
export type TurnRow = { id: string; seq: number; head: string; createdAt: Date };

// A literal, not a parameter: only that lets the planner use the partial index of questions.
const isQuestion = sql`${m.role} = 'user'`;
const turnColumns = (headRunes: number | Placeholder) => ({
  id: m.id,
  seq: m.seq,
  head: sql<string>`left(${m.text}, ${headRunes}::int)`.as("head"),
  createdAt: m.createdAt,
});

const turnQuery = builtOnce((db, fromNewest: boolean) =>
  db
    .select(turnColumns(sql.placeholder("headRunes")))
    .from(m)
    .where(and(here, isQuestion, fromNewest ? undefined : lt(m.seq, atSeq)))
    .orderBy(desc(m.seq))
    .limit(rowLimit)
    .prepare("turn_page"),
);

/** The questions before `seq` (null: from the newest), newest first. One index range, limit + 1 rows. */
export async function turnPage(db: Db, sessionId: string, seq: number | null, limit: number, headRunes: number) {
  const given = { sessionId, rows: limit + 1, headRunes, ...(seq !== null && { seq }) };
  const rows: TurnRow[] = await turnQuery(db, seq === null).execute(given);
  const turns = rows.slice(0, limit);
  return { turns, continueBefore: rows.length > limit ? (turns.at(-1)?.seq ?? null) : null };
}

const turnAfterQuery = builtOnce((db) =>
  db
    .select(turnColumns(sql.placeholder("headRunes")))
    .from(m)
    .where(and(here, isQuestion, gt(m.seq, atSeq)))
    .orderBy(asc(m.seq))
    .limit(rowLimit)
    .prepare("turn_page_after"),
);

/** The questions after `seq`, newest first, at the same cost. */
export async function turnPageAfter(db: Db, sessionId: string, seq: number, limit: number, headRunes: number) {
  const rows: TurnRow[] = await turnAfterQuery(db).execute({ sessionId, seq, rows: limit + 1, headRunes });
  return { turns: rows.slice(0, limit).reverse(), hasNewer: rows.length > limit };
}

/**
 * The same with `words` in the first `searchRunes` of the question, looked for in the next `slice` questions only.
 * `continueBefore`: where the next call goes on; null at the first question.
 */
export async function searchTurnPage(
  db: Db,
  sessionId: string,
  seq: number | null,
  limit: number,
  search: { words: readonly string[]; slice: number; searchRunes: number; headRunes: number },
) {
  const scanned = db
    .select({
      ...turnColumns(search.headRunes),
      sought: sql<string>`lower(left(${m.text}, ${search.searchRunes}::int))`.as("sought"),
      n: sql<number>`row_number() over (order by ${desc(m.seq)})`.as("n"),
    })
    .from(m)
    .where(and(of(sessionId), isQuestion, seq === null ? undefined : lt(m.seq, seq)))
    .orderBy(desc(m.seq))
    .limit(search.slice)
    .as("scanned");
  const hit = and(...search.words.map((word) => sql`strpos(${scanned.sought}, lower(${word})) > 0`)) ?? sql`true`;
  const sliceEnd = sql`${scanned.n} = ${search.slice}`;
  const rows = await db
    .select({
      id: scanned.id,
      seq: scanned.seq,
      head: scanned.head,
      createdAt: scanned.createdAt,
      hit: sql<boolean>`${hit}`,
      sliceEnd: sql<boolean>`${sliceEnd}`,
    })
    .from(scanned)
    .where(or(hit, sliceEnd))
    .orderBy(desc(scanned.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const goesOn = last && (rows.length > limit || last.sliceEnd);
  const turns: TurnRow[] = page.filter((row) => row.hit);
  return { turns, continueBefore: goesOn ? last.seq : null };
}

/** One message of the owner's, in whichever of their sessions it is. */
export async function findMessage(db: Db, owner: Owner, id: string): Promise<MessageRow | undefined> {
  const [row] = await db
    .select(messageColumns)
    .from(m)
    .innerJoin(s, eq(s.id, m.sessionId))
    .where(and(eq(m.id, id), eq(s.userId, owner.userId), eq(s.workspaceId, owner.workspaceId), isNull(s.deletedAt)))
    .limit(1);
  return row;
}

/** Where a message of this session stands. */
export async function placeOf(db: Db, sessionId: string, messageId: string) {
  const [row] = await db
    .select({ seq: m.seq, status: m.status })
    .from(m)
    .where(and(of(sessionId), eq(m.id, messageId)));
  return row;
}

/** Up to `limit` messages after `seq` and up to `lastSeq`, oldest first, for walking through a whole session. */
export async function messagesFrom(
  db: Db,
  sessionId: string,
  seq: number,
  lastSeq: number,
  limit: number,
): Promise<MessageRow[]> {
  return await db
    .select(messageColumns)
    .from(m)
    .where(and(of(sessionId), gt(m.seq, seq), lte(m.seq, lastSeq)))
    .orderBy(asc(m.seq))
    .limit(limit);
}

type NewMessage = typeof m.$inferInsert & { terms: number[] };

export async function insertMessages(tx: Db, rows: NewMessage[]): Promise<void> {
  if (rows.length > 0) await tx.insert(m).values(rows);
}

/** Where a message of this session stands, and what it says. One index probe. */
export async function placeAndText(db: Db, sessionId: string, messageId: string) {
  const [row] = await db
    .select({ seq: m.seq, text: m.text })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), eq(m.id, messageId)));
  return row;
}

/** The words of a session's newest question; "" where nothing was asked. */
export async function newestQuestion(db: Db, sessionId: string): Promise<string> {
  const [row] = await db
    .select({ text: m.text })
    .from(m)
    .where(and(eq(m.sessionId, sessionId), eq(m.role, "user")))
    .orderBy(desc(m.seq))
    .limit(1);
  return row?.text ?? "";
}

/** The newest answer to a user's message that still stands. */
export async function answerTo(db: Db, sessionId: string, userMessageId: string) {
  const [row] = await db
    .select({ sessionId: m.sessionId, id: m.id, status: m.status, parts: m.parts })
    .from(r)
    .innerJoin(m, and(eq(m.sessionId, r.sessionId), eq(m.id, r.assistantMessageId)))
    .where(and(eq(r.sessionId, sessionId), eq(r.userMessageId, userMessageId)))
    .orderBy(desc(r.id))
    .limit(1);
  return row;
}

/** For parts that say nothing to a model: the sums of runes stay. */
export async function putParts(
  tx: Db,
  { sessionId, id }: Pick<MessageRow, "sessionId" | "id">,
  parts: MessageParts,
): Promise<void> {
  await tx
    .update(m)
    .set({ parts })
    .where(and(eq(m.sessionId, sessionId), eq(m.id, id)));
}

/** The id of the message of that number. One index probe. */
export async function messageIdAt(db: Db, sessionId: string, seq: number): Promise<string | null> {
  const [row] = await db
    .select({ id: m.id })
    .from(m)
    .where(and(of(sessionId), eq(m.seq, seq)));
  return row?.id ?? null;
}
