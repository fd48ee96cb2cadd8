import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { invitations as i, users as u, workspaces as w } from "@/lib/db/schema/accounts";

const isOpen = and(isNull(i.usedAt), isNull(i.revokedAt), gt(i.expiresAt, sql`now()`));

export async function insertInvitation(tx: Db, values: typeof i.$inferInsert): Promise<void> {
  await tx.insert(i).values(values);
}

/** Those that can still be used, newest first. */
export async function openInvitations(db: Db, workspaceId: string, limit: number) {
  return db
    .select({ id: i.id, role: i.role, note: i.note, inviter: u.name, expiresAt: i.expiresAt, createdAt: i.createdAt })
    .from(i)
    .leftJoin(u, eq(u.id, i.invitedBy))
    .where(and(eq(i.workspaceId, workspaceId), isOpen))
    .orderBy(desc(i.createdAt), desc(i.id))
    .limit(limit);
}

/** What an open invitation invites to. */
export async function findOpenInvitation(db: Db, tokenHash: string) {
  const [row] = await db
    .select({ id: i.id, workspaceId: i.workspaceId, workspace: w.name, role: i.role, inviter: u.name })
    .from(i)
    .innerJoin(w, eq(w.id, i.workspaceId))
    .leftJoin(u, eq(u.id, i.invitedBy))
    .where(and(eq(i.tokenHash, tokenHash), isOpen));
  return row;
}

/** Uses it up; false when somebody else did, or it ended meanwhile. */
export async function takeInvitation(tx: Db, id: string, userId: string): Promise<boolean> {
  const rows = await tx
    .update(i)
    .set({ usedAt: sql`now()`, usedBy: userId })
    .where(and(eq(i.id, id), isOpen))
    .returning({ id: i.id });
  return rows.length > 0;
}

export async function revokeInvitation(tx: Db, workspaceId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(i)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(i.workspaceId, workspaceId), eq(i.id, id), isOpen))
    .returning({ id: i.id });
  return rows.length > 0;
}

/** Ends those that somebody made in a workspace (null: anywhere) and that are still open. Answers how many. */
export async function endInvitationsBy(
  tx: Db,
  userId: string,
  workspaceId: string | null,
  role?: "admin",
): Promise<number> {
  const rows = await tx
    .update(i)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(i.invitedBy, userId),
        workspaceId === null ? undefined : eq(i.workspaceId, workspaceId),
        role === undefined ? undefined : eq(i.role, role),
        isOpen,
      ),
    )
    .returning({ id: i.id });
  return rows.length;
}
