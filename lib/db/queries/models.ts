import { and, asc, eq, sql } from "drizzle-orm";
import { builtOnce } from "@/lib/db/built-once";
import type { Db } from "@/lib/db/client";
import { workspaces } from "@/lib/db/schema/accounts";
import { modelLimits, modelProviders, type OfferedModel } from "@/lib/db/schema/models";

export type ProviderRow = typeof modelProviders.$inferSelect;

const ownedBy = (workspaceId: string, id: string) =>
  and(eq(modelProviders.workspaceId, workspaceId), eq(modelProviders.id, id));

export type ModelSettings = {
  defaultModel: string | null;
  /** Oldest first. */
  providers: ProviderRow[];
  /** By model: the most runes that it was found to take, by earlier refusals. */
  limits: Readonly<Record<string, number>>;
};

const settingsQuery = builtOnce((db) => {
  const workspaceId = sql.placeholder("workspaceId");
  const limits = db
    .select({ all: sql`json_object_agg(${modelLimits.model}, ${modelLimits.limitRunes})` })
    .from(modelLimits)
    .where(eq(modelLimits.workspaceId, workspaceId));
  return db
    .select({
      defaultModel: workspaces.defaultModel,
      limits: sql<Record<string, number> | null>`(${limits})`,
      provider: modelProviders,
    })
    .from(workspaces)
    .leftJoin(modelProviders, eq(modelProviders.workspaceId, workspaces.id))
    .where(eq(workspaces.id, workspaceId))
    .orderBy(asc(modelProviders.createdAt), asc(modelProviders.id))
    .prepare("model_settings");
});

/** What a workspace has set and learned about models, in one statement: this is on the path of every send and page. */
export async function modelSettings(db: Db, workspaceId: string): Promise<ModelSettings> {
  const rows = await settingsQuery(db).execute({ workspaceId });
  return {
    defaultModel: rows[0]?.defaultModel ?? null,
    limits: rows[0]?.limits ?? {},
    providers: rows.flatMap((row) => (row.provider ? [row.provider] : [])),
  };
}

export async function providerById(db: Db, workspaceId: string, id: string): Promise<ProviderRow | undefined> {
  const [row] = await db.select().from(modelProviders).where(ownedBy(workspaceId, id));
  return row;
}

/** The same, held against other changes until the transaction ends. */
export async function lockProvider(tx: Db, workspaceId: string, id: string): Promise<ProviderRow | undefined> {
  const [row] = await tx.select().from(modelProviders).where(ownedBy(workspaceId, id)).for("update");
  return row;
}

export async function insertProvider(db: Db, row: typeof modelProviders.$inferInsert): Promise<void> {
  await db.insert(modelProviders).values(row);
}

export type ProviderChanges = {
  name?: string;
  baseUrl?: string | null;
  keyEncrypted?: string | null;
  models?: OfferedModel[];
};

/** Whether there was such a provider. */
export async function updateProvider(
  db: Db,
  workspaceId: string,
  id: string,
  changes: ProviderChanges,
): Promise<boolean> {
  const rows = await db
    .update(modelProviders)
    .set(changes)
    .where(ownedBy(workspaceId, id))
    .returning({ id: modelProviders.id });
  return rows.length > 0;
}

export async function deleteProvider(db: Db, workspaceId: string, id: string): Promise<ProviderRow | undefined> {
  const [row] = await db.delete(modelProviders).where(ownedBy(workspaceId, id)).returning();
  return row;
}

export async function setDefaultModel(db: Db, workspaceId: string, ref: string | null): Promise<void> {
  await db.update(workspaces).set({ defaultModel: ref }).where(eq(workspaces.id, workspaceId));
}

/** Keeps the smaller of what is there and `limitRunes`, whoever else writes at the same time. */
export async function lowerLimitTo(db: Db, workspaceId: string, model: string, limitRunes: number): Promise<number> {
  const [row] = await db
    .insert(modelLimits)
    .values({ workspaceId, model, limitRunes })
    .onConflictDoUpdate({
      target: [modelLimits.workspaceId, modelLimits.model],
      set: { limitRunes: sql`least(${modelLimits.limitRunes}, excluded.limit_runes)`, updatedAt: sql`now()` },
    })
    .returning({ limitRunes: modelLimits.limitRunes });
  if (!row) throw new Error("an upsert returned no row");
  return row.limitRunes;
}

/** What was learned about a provider's models, forgotten: its address or windows were changed. */
export async function forgetLimits(db: Db, workspaceId: string, slug: string): Promise<void> {
  await db
    .delete(modelLimits)
    .where(and(eq(modelLimits.workspaceId, workspaceId), sql`starts_with(${modelLimits.model}, ${`${slug}:`})`));
}
