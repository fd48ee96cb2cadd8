import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { builtOnce } from "@/lib/db/built-once";
import type { Db } from "@/lib/db/client";
import { workspaceMembers as m, apiTokens as t, users as u } from "@/lib/db/schema/accounts";

export type TokenRow = typeof t.$inferSelect;

// On the path of every request with a token.
const actingQuery = builtOnce((db) =>
  db
    .select({
      tokenId: t.id,
      scopes: t.scopes,
      lastUsedAt: t.lastUsedAt,
      userId: u.id,
      workspaceId: m.workspaceId,
      role: m.role,
      locale: u.locale,
      timeZone: u.timeZone,
    })
    .from(t)
    .innerJoin(u, eq(u.id, t.userId))
    .innerJoin(m, and(eq(m.userId, t.userId), eq(m.workspaceId, t.workspaceId)))
    .where(and(eq(t.tokenHash, sql.placeholder("tokenHash")), or(isNull(t.expiresAt), gt(t.expiresAt, sql`now()`))))
    .limit(1)
    .prepare("acting_token"),
);

/** Whom a token stands for, unless it has expired. Three index probes. */
export async function actingToken(db: Db, tokenHash: string) {
  const [row] = await actingQuery(db).execute({ tokenHash });
  return row;
}

/** Notes that the token was used, at most once a minute. */
export async function touchToken(db: Db, id: string): Promise<void> {
  const stale = or(isNull(t.lastUsedAt), lt(t.lastUsedAt, sql`now() - interval '1 minute'`));
  await db
    .update(t)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(t.id, id), stale));
}

export async function insertToken(
  db: Db,
  token: Pick<TokenRow, "userId" | "workspaceId" | "name" | "tokenHash" | "hint" | "scopes" | "expiresAt">,
): Promise<string> {
  const id = uuidv7();
  await db.insert(t).values({ id, ...token });
  return id;
}

/** The user's tokens in the workspace, newest first. */
export async function tokensOf(db: Db, userId: string, workspaceId: string) {
  return db
    .select({
      id: t.id,
      name: t.name,
      hint: t.hint,
      scopes: t.scopes,
      lastUsedAt: t.lastUsedAt,
      expiresAt: t.expiresAt,
      createdAt: t.createdAt,
    })
    .from(t)
    .where(and(eq(t.userId, userId), eq(t.workspaceId, workspaceId)))
    .orderBy(desc(t.createdAt), desc(t.id));
}

/** False when the user has no such token. */
export async function deleteToken(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(t)
    .where(and(eq(t.id, id), eq(t.userId, userId)))
    .returning({ id: t.id });
  return rows.length > 0;
}

export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await db.delete(t).where(eq(t.userId, userId));
}
