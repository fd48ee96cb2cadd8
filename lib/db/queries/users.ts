import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { builtOnce } from "@/lib/db/built-once";
import type { Db } from "@/lib/db/client";
import { workspaceMembers as m, users as u } from "@/lib/db/schema/accounts";

export type UserRow = typeof u.$inferSelect;
export type NewUserRow = Pick<UserRow, "email" | "name" | "passwordHash" | "locale" | "timeZone">;

const acting = {
  userId: u.id,
  workspaceId: m.workspaceId,
  role: m.role,
  locale: u.locale,
  timeZone: u.timeZone,
};

// On the path of every request.
const actingQuery = builtOnce((db) =>
  db
    .select(acting)
    .from(u)
    .innerJoin(m, eq(m.userId, u.id))
    .where(and(eq(u.id, sql.placeholder("userId")), eq(u.sessionEpoch, sql.placeholder("epoch"))))
    .orderBy(desc(sql`${m.workspaceId} = ${sql.placeholder("wanted")}::uuid`), asc(m.createdAt), asc(m.workspaceId))
    .limit(1)
    .prepare("acting_user"),
);

const NO_WORKSPACE = "00000000-0000-0000-0000-000000000000";

/**
 * The user in the workspace that they want, else in the one that they joined first, if their sessions of that epoch still
 * hold. Two index probes.
 */
export async function actingUser(db: Db, userId: string, epoch: number, wanted: string | null = null) {
  const [row] = await actingQuery(db).execute({ userId, epoch, wanted: wanted ?? NO_WORKSPACE });
  return row;
}

/** A user whose sessions of that epoch still hold, member of a workspace or not. */
export async function signedInUser(db: Db, userId: string, epoch: number): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(u)
    .where(and(eq(u.id, userId), eq(u.sessionEpoch, epoch), isNull(u.deletedAt)));
  return row;
}

export async function actingUserByEmail(db: Db, email: string) {
  const [row] = await db
    .select(acting)
    .from(u)
    .innerJoin(m, eq(m.userId, u.id))
    .where(eq(u.email, email))
    .orderBy(asc(m.createdAt), asc(m.workspaceId))
    .limit(1);
  return row;
}

/** The new user's id, or null when somebody has the e-mail already. */
export async function insertUser(db: Db, user: NewUserRow): Promise<string | null> {
  const id = uuidv7();
  const rows = await db
    .insert(u)
    .values({ id, ...user })
    .onConflictDoNothing({ target: u.email })
    .returning({ id: u.id });
  return rows[0]?.id ?? null;
}

/** With `lock` it waits for other changes of the account and keeps them out until the transaction ends. */
export async function userById(db: Db, id: string, { lock = false } = {}): Promise<UserRow | undefined> {
  const query = db.select().from(u).where(eq(u.id, id));
  const [row] = await (lock ? query.for("update") : query);
  return row;
}

export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(u).where(eq(u.email, email));
  return row;
}

export async function updateUser(
  db: Db,
  id: string,
  changes: Partial<Pick<UserRow, "name" | "locale" | "theme" | "timeZone" | "passwordHash">>,
): Promise<void> {
  await db.update(u).set(changes).where(eq(u.id, id));
}

/** Ends every session that was begun before. Returns the new epoch. */
export async function raiseSessionEpoch(db: Db, id: string): Promise<number> {
  const [row] = await db
    .update(u)
    .set({ sessionEpoch: sql`${u.sessionEpoch} + 1` })
    .where(eq(u.id, id))
    .returning({ epoch: u.sessionEpoch });
  if (!row) throw new Error("the user is gone");
  return row.epoch;
}
