import { and, asc, eq, sql } from "drizzle-orm";
import { builtOnce } from "@/lib/db/built-once";
import type { Db } from "@/lib/db/client";
import { workspaces } from "@/lib/db/schema/accounts";
import { modelLimits, modelProviders, type OfferedModel } from "@/lib/db/schema/models";

export type ProviderRow = typeof modelProviders.$inferSelect;

const ownedBy = (workspaceId: string, id: string) =>
  and(eq(modelProviders.workspaceId, workspaceId), eq(modelProviders.id, id));

/** See `model_limits`. */
export type Taught = { limit_tokens: number | null; token_factor: number | null; samples: number };

export type ModelSettings = {
  defaultModel: string | null;
  /** Oldest first. */
  providers: ProviderRow[];
  /** By model: what its answers and refusals have taught. */
  taught: Readonly<Record<string, Taught>>;
};

const settingsQuery = builtOnce((db) => {
  const workspaceId = sql.placeholder("workspaceId");
  const { limitTokens, tokenFactor, samples } = modelLimits;
  const taught = db
    .select({
      all: sql`json_object_agg(${modelLimits.model}, json_build_object(
        'limit_tokens', ${limitTokens}, 'token_factor', ${tokenFactor}, 'samples', ${samples}))`,
    })
    .from(modelLimits)
    .where(eq(modelLimits.workspaceId, workspaceId));
  return db
    .select({
      defaultModel: workspaces.defaultModel,
      taught: sql<Record<string, Taught> | null>`(${taught})`,
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
    taught: rows[0]?.taught ?? {},
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

/** Keeps the smaller of what is there and `limitTokens`, whoever else writes at the same time. */
export async function lowerLimitTo(db: Db, workspaceId: string, model: string, limitTokens: number): Promise<number> {
  const [row] = await db
    .insert(modelLimits)
    .values({ workspaceId, model, limitTokens })
    .onConflictDoUpdate({
      target: [modelLimits.workspaceId, modelLimits.model],
      set: { limitTokens: sql`least(${modelLimits.limitTokens}, excluded.limit_tokens)`, updatedAt: sql`now()` },
    })
    .returning({ limitTokens: modelLimits.limitTokens });
  if (!row || row.limitTokens === null) throw new Error("an upsert returned no row");
  return row.limitTokens;
}

/** Of two answers at the same time the later one's figure stands: each is a small step from the same figure. */
export async function saveTokenFactor(
  db: Db,
  workspaceId: string,
  model: string,
  { factor, samples }: { factor: number; samples: number },
): Promise<void> {
  const set = { tokenFactor: factor, samples, updatedAt: sql`now()` };
  await db
    .insert(modelLimits)
    .values({ workspaceId, model, ...set })
    .onConflictDoUpdate({ target: [modelLimits.workspaceId, modelLimits.model], set });
}

/** What was learned about a provider's models, forgotten: its address or windows were changed. */
export async function forgetLimits(db: Db, workspaceId: string, slug: string): Promise<void> {
  await db
    .delete(modelLimits)
    .where(and(eq(modelLimits.workspaceId, workspaceId), sql`starts_with(${modelLimits.model}, ${`${slug}:`})`));
}
