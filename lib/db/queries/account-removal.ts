import { and, eq, inArray, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { accounts, apiTokens, workspaceMembers as m, users as u } from "@/lib/db/schema/accounts";
import { agents as a, agentMemories as am } from "@/lib/db/schema/agents";
import { chatRuns as r, chatSessions as s } from "@/lib/db/schema/chat";
import { markMemoriesOf } from "./agent-memories";
import { endInvitationsBy } from "./invitations";

/** Takes everything from the account that names its person or lets somebody in, and marks it and its conversations deleted. */
export async function eraseAccount(tx: Db, userId: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.userId, userId));
  await tx.delete(apiTokens).where(eq(apiTokens.userId, userId));
  await tx.delete(m).where(eq(m.userId, userId));
  await endInvitationsBy(tx, userId, null);
  await tx
    .update(s)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(s.userId, userId), isNull(s.deletedAt)));
  await markMemoriesOf(tx, userId);
  // Last: what refers to the account waits for it from here on, perhaps with a lock on one of the rows above.
  await tx
    .update(u)
    .set({
      // The address is free again at once; nobody can sign up with one that has no @.
      email: `deleted-${userId}`,
      name: "",
      passwordHash: null,
      sessionEpoch: sql`${u.sessionEpoch} + 1`,
      deletedAt: sql`now()`,
    })
    .where(eq(u.id, userId));
}

/** The user's sessions that an answer is being written in. */
export async function sessionsWithActiveRun(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ sessionId: r.sessionId })
    .from(r)
    .innerJoin(s, eq(s.id, r.sessionId))
    .where(and(eq(r.status, "running"), eq(s.userId, userId)));
  return rows.map((row) => row.sessionId);
}

/** Marks conversations and memories that a request began while its account was being deleted. */
export async function markLeftoverSessions(db: Db): Promise<void> {
  const gone = db.select({ id: u.id }).from(u).where(isNotNull(u.deletedAt));
  await db
    .update(s)
    .set({ deletedAt: sql`now()` })
    .where(and(inArray(s.userId, gone), isNull(s.deletedAt)));
  await db
    .update(am)
    .set({ deletedAt: sql`now()` })
    .where(and(inArray(am.userId, gone), isNull(am.deletedAt)));
}

/**
 * Removes deleted accounts that have no conversation and no memory left, neither theirs nor another's with an agent of
 * theirs: with the row of a memory it would be forgotten where its files are.
 */
export async function removeEmptyAccounts(tx: Db): Promise<number> {
  const sessionsOfUser = tx.select({ one: sql`1` }).from(s).where(eq(s.userId, u.id));
  const memoriesOfUser = tx.select({ one: sql`1` }).from(am).where(eq(am.userId, u.id));
  const memoriesWithTheirs = tx
    .select({ one: sql`1` })
    .from(am)
    .innerJoin(a, eq(a.id, am.agentId))
    .where(eq(a.ownerId, u.id));
  const removed = await tx
    .delete(u)
    .where(
      and(isNotNull(u.deletedAt), notExists(sessionsOfUser), notExists(memoriesOfUser), notExists(memoriesWithTheirs)),
    )
    .returning({ id: u.id });
  return removed.length;
}
