import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { users as u, workspaces as w } from "@/lib/db/schema/accounts";

/** Until the transaction ends nobody changes who is in the workspace, or as what: that takes its row for itself. */
export async function holdMembers(tx: Db, workspaceId: string): Promise<void> {
  await tx.select({ one: sql`1` }).from(w).where(eq(w.id, workspaceId)).for("share");
}

/** Until the transaction ends nobody deletes the account; false: that has happened. */
export async function holdAccount(tx: Db, userId: string): Promise<boolean> {
  const mine = and(eq(u.id, userId), isNull(u.deletedAt));
  const rows = await tx.select({ one: sql`1` }).from(u).where(mine).for("key share");
  return rows.length > 0;
}
