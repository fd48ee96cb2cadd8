import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { rateLimits as r } from "@/lib/db/schema/accounts";

/** Adds one to the counter, or begins it anew where its window is over. One upsert, so that parallel hits all count. */
export async function addHit(db: Db, key: string, windowS: number): Promise<{ hits: number; resetsInS: number }> {
  const end = sql`now() + make_interval(secs => ${windowS})`;
  const [row] = await db
    .insert(r)
    .values({ key, hits: 1, resetsAt: end })
    .onConflictDoUpdate({
      target: r.key,
      set: {
        hits: sql`case when ${r.resetsAt} <= now() then 1 else ${r.hits} + 1 end`,
        resetsAt: sql`case when ${r.resetsAt} <= now() then ${end} else ${r.resetsAt} end`,
      },
    })
    .returning({ hits: r.hits, resetsInS: sql<number>`extract(epoch from ${r.resetsAt} - now())::float8` });
  if (!row) throw new Error("an upsert returned no row");
  return row;
}

export async function removeHit(db: Db, key: string): Promise<void> {
  await db
    .update(r)
    .set({ hits: sql`${r.hits} - 1` })
    .where(and(eq(r.key, key), gt(r.hits, 0)));
}

export async function removeHits(db: Db, key: string): Promise<void> {
  await db.delete(r).where(eq(r.key, key));
}

/** Deletes counters whose window is over. One index range. */
export async function removeExpiredHits(db: Db): Promise<void> {
  await db.delete(r).where(lte(r.resetsAt, sql`now()`));
}
