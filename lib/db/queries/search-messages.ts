import { and, eq, ilike, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { agents } from "@/lib/db/schema/agents";
import { type MessageRole, chatMessages as m, chatSessions as s } from "@/lib/db/schema/chat";
import type { Owner } from "./sessions";

/** Which messages count. */
export type Scope = {
  sessionId?: string | undefined;
  agentId?: string | undefined;
  /** Part of an agent's name. */
  agentName?: string | undefined;
  titleWords?: readonly string[] | undefined;
  role?: MessageRole | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** All of these must be among a message's own. */
  terms?: readonly number[] | undefined;
};

export type Place = { sessionId: string; seq: number };

const numbers = (terms: readonly number[]) => sql`${`{${terms.join(",")}}`}::bigint[]`;
const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** The conditions on a conversation: whose it is, first of all. */
function ofSession(owner: Owner, scope: Scope): SQL | undefined {
  return and(
    eq(s.userId, owner.userId),
    eq(s.workspaceId, owner.workspaceId),
    isNull(s.deletedAt),
    scope.agentId === undefined ? undefined : eq(s.agentId, scope.agentId),
    scope.agentName === undefined
      ? undefined
      : sql`exists (select 1 from ${agents} where ${eq(agents.id, s.agentId)} and ${ilike(agents.name, `%${escaped(scope.agentName)}%`)})`,
    ...(scope.titleWords ?? []).map((word) => sql`strpos(lower(${s.title}), ${word}) > 0`),
  );
}

/** The conditions on a message itself. */
function ofMessage(scope: Scope): SQL | undefined {
  return and(
    scope.sessionId === undefined ? undefined : eq(m.sessionId, scope.sessionId),
    scope.role === undefined ? undefined : eq(m.role, scope.role),
    scope.since === undefined ? undefined : sql`${m.createdAt} >= ${scope.since.toISOString()}::timestamptz`,
    scope.until === undefined ? undefined : sql`${m.createdAt} < ${scope.until.toISOString()}::timestamptz`,
    scope.terms && scope.terms.length > 0 ? sql`${m.terms} @> ${numbers(scope.terms)}` : undefined,
  );
}

/**
 * Which messages have which of the terms. Each term is one scan of the index of terms: the terms of a long message are
 * not read. `besides`: a term that counts only for messages that have one of these too, for it is common.
 */
export async function postingsOf(
  db: Db,
  owner: Owner,
  scope: Scope,
  sought: readonly { term: number; besides?: readonly number[] }[],
  most: number,
): Promise<{ term: number; sessionId: string; seq: number; at: number }[]> {
  if (sought.length === 0) return [];
  const scans = sought.map(({ term, besides }, i) => {
    const has = sql`${m.terms} @> ${numbers([term])}`;
    const also = besides ? sql`${m.terms} && ${numbers(besides)}` : undefined;
    return sql`(select ${sql.raw(String(i))} as term, session_id, seq, created_at from ${m}
      where ${and(has, also, ofMessage(scope))} limit ${sql.raw(String(most))})`;
  });
  const rows = await rowsOf<{ term: number; session_id: string; seq: number; at: string }>(
    db,
    sql`select p.term, p.session_id, p.seq, (extract(epoch from p.created_at) * 1000)::bigint::text as at
      from (${sql.join(scans, sql` union all `)}) p join ${s} on ${s.id} = p.session_id where ${ofSession(owner, scope)}`,
  );
  return rows.map((row) => ({ term: row.term, sessionId: row.session_id, seq: row.seq, at: Number(row.at) }));
}

export type PlaceRow = Place & {
  id: string;
  role: MessageRole;
  name: string | null;
  createdAt: Date;
  asks: boolean;
  text: string | null;
};

/** What there is to say of messages at these places; those that are gone, empty or out of the scope are left out. */
export async function readPlaces(
  db: Db,
  owner: Owner,
  scope: Scope,
  places: readonly Place[],
  textRunes: number,
): Promise<PlaceRow[]> {
  if (places.length === 0) return [];
  const wanted = JSON.stringify(places.map(({ sessionId, seq }) => ({ s: sessionId, q: seq })));
  const rows = await rowsOf<{
    session_id: string;
    seq: number;
    id: string;
    role: MessageRole;
    name: string | null;
    at: string;
    asks: boolean;
    text: string | null;
  }>(
    db,
    sql`select ${m.sessionId} as session_id, ${m.seq} as seq, ${m.id} as id, ${m.role} as role, ${m.name} as name,
        (extract(epoch from ${m.createdAt}) * 1000)::bigint::text as at, right(rtrim(${m.text}), 1) in ('?', '？') as asks,
        ${textRunes > 0 ? sql`left(${m.text}, ${textRunes}::int)` : sql`null`} as text
      from json_to_recordset(${wanted}::json) as w (s uuid, q integer)
        join ${m} on ${m.sessionId} = w.s and ${m.seq} = w.q join ${s} on ${s.id} = ${m.sessionId}
      where ${and(ofSession(owner, scope), ofMessage(scope), sql`${m.text} <> ''`)}`,
  );
  return rows.map(({ session_id, at, ...row }) => ({ ...row, sessionId: session_id, createdAt: new Date(Number(at)) }));
}

/** The titles of the conversations, and their agents. */
export async function headsOf(db: Db, owner: Owner, sessionIds: readonly string[]) {
  if (sessionIds.length === 0) return new Map<string, { title: string; agentId: string | null }>();
  const ids = sql.join(
    sessionIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const rows = await db
    .select({ id: s.id, title: s.title, agentId: s.agentId })
    .from(s)
    .where(and(sql`${s.id} in (${ids})`, ofSession(owner, {})));
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

/**
 * Which of the newest messages have which of the terms: of the conversations used last, `most` messages in all, a few
 * hundred of each. Its cost is the same however many messages have the terms.
 */
export async function newestWith(
  db: Db,
  owner: Owner,
  scope: Scope,
  terms: readonly number[],
  most: number,
): Promise<{ term: number; sessionId: string; seq: number; at: number }[]> {
  const rows = await rowsOf<{ term: number; session_id: string; seq: number; at: string }>(
    db,
    sql`select g.term - 1 as term, n.session_id, n.seq, (extract(epoch from n.created_at) * 1000)::bigint::text as at
      from (${newest(owner, scope, most)}) n, unnest(${numbers(terms)}) with ordinality as g (value, term)
      where n.terms @> array[g.value]`,
  );
  return rows.map((row) => ({ term: Number(row.term), sessionId: row.session_id, seq: row.seq, at: Number(row.at) }));
}

/** The newest messages there are in the scope, about, newest first. */
export async function newestPlaces(db: Db, owner: Owner, scope: Scope, looked: number, most: number): Promise<Place[]> {
  const rows = await rowsOf<{ session_id: string; seq: number }>(
    db,
    sql`select n.session_id, n.seq from (${newest(owner, scope, looked)}) n order by n.created_at desc, n.seq desc limit ${most}::int`,
  );
  return rows.map((row) => ({ sessionId: row.session_id, seq: row.seq }));
}

const SESSIONS = 200;
const OF_EACH = 500;

function newest(owner: Owner, scope: Scope, most: number): SQL {
  const one = scope.sessionId === undefined ? undefined : eq(s.id, scope.sessionId);
  const ofEach = scope.sessionId === undefined ? Math.min(OF_EACH, most) : most;
  return sql`select r.session_id, r.seq, r.created_at, r.terms
    from (select ${s.id} as id from ${s} where ${and(ofSession(owner, scope), one)} order by ${s.updatedAt} desc limit ${SESSIONS}) u,
      lateral (select ${m.sessionId} as session_id, ${m.seq} as seq, ${m.createdAt} as created_at, ${m.terms} as terms, ${m.role} as role
        from ${m} where ${m.sessionId} = u.id and ${ofMessage(scope) ?? sql`true`} order by ${m.seq} desc limit ${ofEach}) r
    limit ${most}`;
}
