import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";
import { auditLog as l, users as u } from "@/lib/db/schema/accounts";

/** Puts down who did what to which thing. Give it the transaction of the change, so that both stand or neither. */
export async function audit(
  db: Db,
  /** Without a workspace where it is about one that goes, and its log with it. */
  actor: Pick<Actor, "userId"> & { workspaceId: string | null },
  action: string,
  target?: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await db.insert(l).values({
    id: uuidv7(),
    workspaceId: actor.workspaceId,
    actorId: actor.userId,
    action,
    target: target ?? null,
    details,
  });
}

export type AuditFilter = {
  /** Only what this person did. */
  actorId?: string | undefined;
  /** Only actions that begin so: "member", "agent". */
  families?: readonly string[] | undefined;
  /** Only what is older than this row. */
  before?: string | undefined;
};

/** The newest first. Names of people are those of today; null where the account is gone. */
export async function auditPage(db: Db, workspaceId: string, filter: AuditFilter, limit: number) {
  const { actorId, families, before } = filter;
  return db
    .select({
      id: l.id,
      actorId: l.actorId,
      actor: u.name,
      action: l.action,
      target: l.target,
      details: l.details,
      at: l.createdAt,
    })
    .from(l)
    .leftJoin(u, eq(u.id, l.actorId))
    .where(
      and(
        eq(l.workspaceId, workspaceId),
        actorId ? eq(l.actorId, actorId) : undefined,
        families ? inArray(sql`split_part(${l.action}, '.', 1)`, [...families]) : undefined,
        before
          ? sql`(${l.createdAt}, ${l.id}) < (select b.created_at, b.id from audit_log b where b.id = ${before} and b.workspace_id = ${workspaceId})`
          : undefined,
      ),
    )
    .orderBy(desc(l.createdAt), desc(l.id))
    .limit(limit);
}

/** Everybody who did something here, and still has an account. */
export async function auditActors(db: Db, workspaceId: string): Promise<{ id: string; name: string }[]> {
  const acted = db.selectDistinct({ id: l.actorId }).from(l).where(eq(l.workspaceId, workspaceId));
  return db.select({ id: u.id, name: u.name }).from(u).where(inArray(u.id, acted)).orderBy(u.name, u.id);
}

/** What the ids of people in the log are called now. */
export async function namesOf(db: Db, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.select({ id: u.id, name: u.name }).from(u).where(inArray(u.id, userIds));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
