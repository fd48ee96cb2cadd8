import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type McpServerRow, mcpServers as s } from "@/lib/db/schema/tools";

const oneOf = (workspaceId: string, id: string) => and(eq(s.workspaceId, workspaceId), eq(s.id, id));

/** All of a workspace, by name. */
export async function serversOf(db: Db, workspaceId: string): Promise<McpServerRow[]> {
  return db.select().from(s).where(eq(s.workspaceId, workspaceId)).orderBy(asc(s.name));
}

/** Those of these ids that the workspace has and that are enabled, by name. */
export async function enabledServers(db: Db, workspaceId: string, ids: readonly string[]): Promise<McpServerRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(s)
    .where(and(eq(s.workspaceId, workspaceId), eq(s.enabled, true), inArray(s.id, [...ids])))
    .orderBy(asc(s.name));
}

export async function serverById(db: Db, workspaceId: string, id: string): Promise<McpServerRow | undefined> {
  const [row] = await db.select().from(s).where(oneOf(workspaceId, id));
  return row;
}

/** The same, held against other changes until the transaction ends. */
export async function lockServer(tx: Db, workspaceId: string, id: string): Promise<McpServerRow | undefined> {
  const [row] = await tx.select().from(s).where(oneOf(workspaceId, id)).for("update");
  return row;
}

export async function countServers(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(s).where(eq(s.workspaceId, workspaceId));
  return row?.count ?? 0;
}

export async function insertServer(db: Db, row: typeof s.$inferInsert): Promise<void> {
  await db.insert(s).values(row);
}

export type ServerChanges = Partial<Pick<McpServerRow, "name" | "url" | "command" | "args" | "secrets" | "enabled">>;

export async function updateServer(db: Db, workspaceId: string, id: string, changes: ServerChanges): Promise<void> {
  await db
    .update(s)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(oneOf(workspaceId, id));
}

export async function deleteServer(db: Db, workspaceId: string, id: string): Promise<McpServerRow | undefined> {
  const [row] = await db.delete(s).where(oneOf(workspaceId, id)).returning();
  return row;
}
