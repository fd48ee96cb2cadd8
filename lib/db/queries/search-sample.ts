import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rowsOf } from "@/lib/db/rows";
import { chatMessages as m, chatSessions as s } from "@/lib/db/schema/chat";
import type { Owner } from "./sessions";

/** A person's conversations, or the one, with how many messages each has. */
export async function countSearched(db: Db, owner: Owner, sessionId: string | undefined) {
  return await db
    .select({ id: s.id, lastSeq: s.lastSeq })
    .from(s)
    .where(
      and(
        eq(s.userId, owner.userId),
        eq(s.workspaceId, owner.workspaceId),
        isNull(s.deletedAt),
        gt(s.lastSeq, 0),
        sessionId === undefined ? undefined : eq(s.id, sessionId),
      ),
    );
}

/** How many of the messages at these places (the caller's own) have which term, of those that at least `least` have. */
export async function sampleTerms(db: Db, places: readonly { sessionId: string; seq: number }[], least: number) {
  const wanted = JSON.stringify(places.map(({ sessionId, seq }) => ({ s: sessionId, q: seq })));
  const rows = await rowsOf<{ term: string; count: number; rows: number }>(
    db,
    sql`with picked as (select ${m.terms} as terms from json_to_recordset(${wanted}::json) as w (s uuid, q integer)
        join ${m} on ${m.sessionId} = w.s and ${m.seq} = w.q)
      select t::text as term, count(*)::int as count, (select count(*)::int from picked) as rows
      from picked, unnest(terms) t group by t having count(*) >= ${least}::int`,
  );
  return { rows: rows[0]?.rows ?? 0, counts: new Map(rows.map(({ term, count }) => [Number(term), count])) };
}
