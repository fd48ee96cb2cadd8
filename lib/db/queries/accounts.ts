import { and, asc, eq } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { accounts as a, users as u } from "@/lib/db/schema/accounts";

export type Identity = { provider: string; subject: string };

const is = (identity: Identity) => and(eq(a.provider, identity.provider), eq(a.providerAccountId, identity.subject));

/** The user who signs in with that identity, and the epoch of their sessions. */
export async function userOfIdentity(db: Db, identity: Identity) {
  const [row] = await db
    .select({ userId: u.id, epoch: u.sessionEpoch })
    .from(a)
    .innerJoin(u, eq(u.id, a.userId))
    .where(is(identity));
  return row;
}

/** False when somebody has that identity already. */
export async function insertIdentity(db: Db, userId: string, identity: Identity): Promise<boolean> {
  const rows = await db
    .insert(a)
    .values({ provider: identity.provider, providerAccountId: identity.subject, userId })
    .onConflictDoNothing()
    .returning({ userId: a.userId });
  return rows.length > 0;
}

/** The providers that the user signs in with, oldest first. */
export async function providersOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ provider: a.provider }).from(a).where(eq(a.userId, userId)).orderBy(asc(a.createdAt));
  return rows.map((row) => row.provider);
}

export async function deleteIdentities(db: Db, userId: string, provider?: string): Promise<void> {
  await db.delete(a).where(and(eq(a.userId, userId), provider === undefined ? undefined : eq(a.provider, provider)));
}
