import { and, desc, eq, getTableColumns, isNotNull, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { builtOnce } from "@/lib/db/built-once";
import type { Db } from "@/lib/db/client";
import { users as u } from "@/lib/db/schema/accounts";
import { chatRuns as r, type SessionRow, chatSessions as s } from "@/lib/db/schema/chat";

/** Whose data a statement may touch. An `Actor` is one. */
export type Owner = { userId: string; workspaceId: string };

/** A session with its running run, if it has one. `leaseOver`: the process that ran it has been silent too long. */
export type SessionWithRun = { session: SessionRow; activeRunId: string | null; leaseOver: boolean | null };

/** All but the summary, which can be long and which only the context needs. */
const { contextSummary: _, ...columns } = getTableColumns(s);
export const sessionColumns = columns;

type Given<T> = { [K in keyof T]: T[K] | Placeholder };
const ownedBy = (owner: Given<Owner>) =>
  and(eq(s.userId, owner.userId), eq(s.workspaceId, owner.workspaceId), isNull(s.deletedAt));
const owned = (owner: Given<Owner>, id: string | Placeholder) => and(eq(s.id, id), ownedBy(owner));

/** For a lateral join, each session by itself: joined as a whole, all runs that are running anywhere may be read. */
const runOf = (db: Db) =>
  db
    .select({ id: r.id, leaseOver: sql<boolean>`${r.leaseUntil} < now()`.as("lease_over") })
    .from(r)
    // A literal, not a parameter: only that lets the planner use the partial index of running runs.
    .where(and(eq(r.sessionId, s.id), sql`${r.status} = 'running'`))
    .limit(1)
    .as("run");

function withRun(db: Db) {
  const run = runOf(db);
  return { run, columns: { session: sessionColumns, activeRunId: run.id, leaseOver: run.leaseOver } };
}

/**
 * The time of an activity, for `updatedAt`. It never goes back, whatever the order in which transactions began and
 * ended: a session then only moves up in the list, so that a walk down the list meets none twice.
 */
export const activityTime = sql`greatest(${s.updatedAt}, clock_timestamp())`;

// For the queries that are built once.
const given = { userId: sql.placeholder("userId"), workspaceId: sql.placeholder("workspaceId") };
const givenId = sql.placeholder("id");
const valuesOf = ({ userId, workspaceId }: Owner) => ({ userId, workspaceId });

const sessionQuery = builtOnce((db) =>
  db.select(sessionColumns).from(s).where(owned(given, givenId)).prepare("session"),
);
const sessionWithRunQuery = builtOnce((db) => {
  const { run, columns } = withRun(db);
  const query = db.select(columns).from(s).leftJoinLateral(run, sql`true`).where(owned(given, givenId));
  return query.prepare("session_with_run");
});

export async function findSession(db: Db, owner: Owner, id: string): Promise<SessionRow | undefined> {
  const [row] = await sessionQuery(db).execute({ ...valuesOf(owner), id });
  return row;
}

export async function findSessionWithRun(db: Db, owner: Owner, id: string): Promise<SessionWithRun | undefined> {
  const [row] = await sessionWithRunQuery(db).execute({ ...valuesOf(owner), id });
  return row;
}

/** The same row, locked until the transaction ends: whoever writes messages or changes `lastSeq` holds it. */
export async function lockSession(tx: Db, owner: Owner, id: string): Promise<SessionRow | undefined> {
  const [row] = await tx.select(sessionColumns).from(s).where(owned(owner, id)).for("update");
  return row;
}

/** Whose session it is, for operators who know only its id. */
export async function ownerEmailOf(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ email: u.email })
    .from(s)
    .innerJoin(u, eq(u.id, s.userId))
    .where(and(eq(s.id, id), isNull(s.deletedAt)));
  return row?.email;
}

/** The run that is writing into this session now. */
export async function activeRunId(db: Db, sessionId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.sessionId, sessionId), sql`${r.status} = 'running'`));
  return row?.id ?? null;
}

export async function insertSession(db: Db, values: typeof s.$inferInsert): Promise<SessionRow> {
  const [row] = await db.insert(s).values(values).returning(sessionColumns);
  if (!row) throw new Error("an insert gave no row back");
  return row;
}

export type SessionSet = PgUpdateSetSource<typeof s>;

export async function changeSession(
  db: Db,
  owner: Owner,
  id: string,
  changes: SessionSet,
): Promise<SessionRow | undefined> {
  const [row] = await db.update(s).set(changes).where(owned(owner, id)).returning(sessionColumns);
  return row;
}

/** From here on every read and write misses it. False when there was none to delete. */
export async function markDeleted(db: Db, owner: Owner, id: string): Promise<boolean> {
  const rows = await db.update(s).set({ deletedAt: sql`now()` }).where(owned(owner, id)).returning({ id: s.id });
  return rows.length > 0;
}

export type SessionFilters = { archived: boolean; pinned?: boolean | undefined; agentId?: string | undefined };
export type SessionPlace = { updatedAt: Date; id: string };

/** The conditions of a list. `after`'s time is in ISO form. */
function listed(
  owner: Given<Owner>,
  filters: { archived: boolean; pinned?: boolean | undefined; agentId?: string | Placeholder | undefined },
  after: { updatedAt: string | Placeholder; id: string | Placeholder } | null,
): SQL | undefined {
  return and(
    ownedBy(owner),
    filters.archived ? isNotNull(s.archivedAt) : isNull(s.archivedAt),
    filters.pinned === undefined ? undefined : filters.pinned ? isNotNull(s.pinnedAt) : isNull(s.pinnedAt),
    filters.agentId === undefined ? undefined : eq(s.agentId, filters.agentId),
    after ? sql`(${s.updatedAt}, ${s.id}) < (${after.updatedAt}::timestamptz, ${after.id}::uuid)` : undefined,
  );
}

const listQuery = builtOnce((db, archived: boolean, pinned: boolean | undefined, ofAgent: boolean, goesOn: boolean) => {
  const { run, columns } = withRun(db);
  const agentId = ofAgent ? sql.placeholder("agentId") : undefined;
  const after = goesOn ? { updatedAt: sql.placeholder("afterTime"), id: sql.placeholder("afterId") } : null;
  return db
    .select(columns)
    .from(s)
    .leftJoinLateral(run, sql`true`)
    .where(listed(given, { archived, pinned, agentId }, after))
    .orderBy(desc(s.updatedAt), desc(s.id))
    .limit(sql.placeholder("rows"))
    .prepare("session_page");
});

/** The sessions after `after` (null: from the top), newest activity first. One index range, limit + 1 rows. */
export async function sessionPage(
  db: Db,
  owner: Owner,
  { archived, pinned, agentId }: SessionFilters,
  after: SessionPlace | null,
  limit: number,
) {
  const rows = await listQuery(db, archived, pinned, agentId !== undefined, after !== null).execute({
    ...valuesOf(owner),
    agentId,
    afterTime: after?.updatedAt.toISOString(),
    afterId: after?.id,
    rows: limit + 1,
  });
  const sessions: SessionWithRun[] = rows.slice(0, limit);
  return { sessions, continueAt: rows.length > limit ? (sessions.at(-1)?.session ?? null) : null };
}

/**
 * The same with all `words` in the title, looked for in the next `slice` sessions only, so that a search without a hit
 * costs no more than one with many. `continueAt`: where the next call goes on; null at the end of the list.
 */
export async function searchSessionPage(
  db: Db,
  owner: Owner,
  filters: SessionFilters & { words: readonly string[] },
  after: SessionPlace | null,
  limit: number,
  slice: number,
): Promise<{ sessions: SessionWithRun[]; continueAt: SessionPlace | null }> {
  const scanned = db
    .select({
      id: s.id,
      title: s.title,
      n: sql<number>`row_number() over (order by ${desc(s.updatedAt)}, ${desc(s.id)})`.as("n"),
    })
    .from(s)
    .where(listed(owner, filters, after && { updatedAt: after.updatedAt.toISOString(), id: after.id }))
    .orderBy(desc(s.updatedAt), desc(s.id))
    .limit(slice)
    .as("scanned");
  const hit =
    and(...filters.words.map((word) => sql`strpos(lower(${scanned.title}), lower(${word})) > 0`)) ?? sql`true`;
  const sliceEnd = sql`${scanned.n} = ${slice}`;
  // Limited before the join, so that the planner knows how few rows it has to look up.
  const found = db
    .select({
      id: scanned.id,
      n: scanned.n,
      hit: sql<boolean>`${hit}`.as("hit"),
      sliceEnd: sql<boolean>`${sliceEnd}`.as("slice_end"),
    })
    .from(scanned)
    .where(or(hit, sliceEnd))
    .orderBy(scanned.n)
    .limit(limit + 1)
    .as("found");
  const { run, columns } = withRun(db);
  const rows = await db
    .select({ ...columns, hit: found.hit, sliceEnd: found.sliceEnd })
    .from(found)
    .innerJoin(s, eq(s.id, found.id))
    .leftJoinLateral(run, sql`true`)
    .orderBy(found.n);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const goesOn = last && (rows.length > limit || last.sliceEnd);
  return { sessions: page.filter((row) => row.hit), continueAt: goesOn ? last.session : null };
}
