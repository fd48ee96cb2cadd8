import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { searchWords as w } from "@/lib/db/schema/search";
import type { Owner } from "./sessions";

/** Adds words to a person's vocabulary. Sorted, so that two who add the same words never wait for each other in a circle. */
export async function addWords(db: Db, owner: Owner, words: readonly string[]): Promise<void> {
  const list = JSON.stringify([...words].sort());
  await db.execute(sql`insert into ${w} (workspace_id, user_id, word)
    select ${owner.workspaceId}::uuid, ${owner.userId}::uuid, word from json_array_elements_text(${list}::json) as word
    on conflict do nothing`);
}

const own = (owner: Owner): SQL | undefined => and(eq(w.userId, owner.userId), eq(w.workspaceId, owner.workspaceId));

/** The person's words from `from` on, up to `to` where it is given, no longer and no shorter than that. One index range. */
export async function wordsBetween(
  db: Db,
  owner: Owner,
  {
    from,
    to,
    shortest,
    longest,
    limit,
  }: { from: string; to: string | undefined; shortest: number; longest: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ word: w.word })
    .from(w)
    .where(
      and(
        own(owner),
        gte(w.word, from),
        to === undefined ? undefined : lt(w.word, to),
        sql`length(${w.word}) between ${shortest}::int and ${longest}::int`,
      ),
    )
    .limit(limit);
  return rows.map(({ word }) => word);
}
