import { and, asc, eq, exists, ne, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Role } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";
import { workspaceMembers as m, workspaces as w } from "@/lib/db/schema/accounts";

const ADMISSION_LOCK = 7_223_285_002;

/** Until the transaction ends no other one admits or lets go a user: two first accounts at once make one owner. */
export async function lockAdmission(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMISSION_LOCK}::bigint)`);
}

/** The oldest workspace that somebody owns: the one that new accounts join. */
export async function openWorkspaceId(db: Db): Promise<string | null> {
  const owners = db
    .select({ one: sql`1` })
    .from(m)
    .where(and(eq(m.workspaceId, w.id), eq(m.role, "owner")));
  const [row] = await db
    .select({ id: w.id })
    .from(w)
    .where(exists(owners))
    .orderBy(asc(w.createdAt), asc(w.id))
    .limit(1);
  return row?.id ?? null;
}

export async function insertWorkspace(db: Db, name: string): Promise<string> {
  const id = uuidv7();
  await db.insert(w).values({ id, name });
  return id;
}

export async function insertMember(db: Db, workspaceId: string, userId: string, role: Role): Promise<void> {
  await db.insert(m).values({ workspaceId, userId, role });
}

/** The roles of everybody else in the workspace. */
export async function rolesOfOthers(db: Db, workspaceId: string, userId: string): Promise<Role[]> {
  const rows = await db
    .select({ role: m.role })
    .from(m)
    .where(and(eq(m.workspaceId, workspaceId), ne(m.userId, userId)));
  return rows.map((row) => row.role);
}

export async function membershipsOf(db: Db, userId: string): Promise<{ workspaceId: string; role: Role }[]> {
  return db
    .select({ workspaceId: m.workspaceId, role: m.role })
    .from(m)
    .where(eq(m.userId, userId))
    .orderBy(asc(m.createdAt));
}
