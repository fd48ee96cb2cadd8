import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { type Db, getDb } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import { forgetLimits, lockProvider, modelSettings, setDefaultModel, updateProvider } from "@/lib/db/queries/models";
import type { OfferedModel } from "@/lib/db/schema/models";
import { AppError } from "@/lib/errors";
import { listModels } from "./catalog";
import { classifyFault } from "./faults";
import type { Connection } from "./language-model";
import { requireManager, requireManagerNow, requireProvider } from "./manage";
import { loadedWindow, looksLikeOllama } from "./ollama";
import { ModelId, OfferedModelInput, OfferedModels, ProviderDraft } from "./provider-input";
import { connectionOfRow, resolveModel } from "./registry";
import { type ModelTest, testModel } from "./test-model";

/** Asks a provider that is not stored yet for its models: address and key are tried in the same step. */
export async function fetchModelsOf(actor: Actor, draft: ProviderDraft, signal?: AbortSignal): Promise<OfferedModel[]> {
  requireManager(actor);
  const { kind, base_url, api_key } = parsed(ProviderDraft, draft);
  return fetchModels({ kind, name: kind, baseUrl: base_url, apiKey: api_key }, signal);
}

/** Asks a stored provider for its models. */
export async function fetchStoredModels(actor: Actor, id: string, signal?: AbortSignal): Promise<OfferedModel[]> {
  requireManager(actor);
  return fetchModels(connectionOfRow(await requireProvider(await getDb(), actor, id)), signal);
}

async function fetchModels(connection: Connection, signal: AbortSignal | undefined): Promise<OfferedModel[]> {
  try {
    return await listModels(connection, signal);
  } catch (error) {
    const { fault, message, said } = classifyFault(error);
    throw new AppError("provider_failed", { reason: fault, message, ...(said && { said }) }, { cause: error });
  }
}

/** Exactly these are on offer from now on; what was set for those that stay is kept. */
export async function offerModels(actor: Actor, id: string, models: z.input<typeof OfferedModels>): Promise<void> {
  const wanted = parsed(OfferedModels, models);
  await changeModels(actor, id, (current) =>
    wanted.map((model) => current.find((stored) => stored.id === model.id) ?? model),
  );
}

/** Label, window and prices of a model that is on offer. */
export async function editModel(actor: Actor, id: string, model: z.input<typeof OfferedModelInput>): Promise<void> {
  const edited = parsed(OfferedModelInput, model);
  await changeModels(actor, id, (current) => current.map((stored) => (stored.id === edited.id ? edited : stored)));
}

async function changeModels(
  actor: Actor,
  id: string,
  change: (current: OfferedModel[]) => OfferedModel[],
): Promise<void> {
  requireManager(actor);
  const db = await getDb();
  await db.transaction(async (tx) => {
    await requireManagerNow(tx, actor);
    const row = await requireProvider(tx, actor, id, lockProvider);
    const models = change(row.models);
    await updateProvider(tx, actor.workspaceId, id, { models });
    // What was learned by refusals held for the windows of before.
    await forgetLimits(tx, actor.workspaceId, row.slug);
    await dropLostDefault(tx, actor, row.slug, models);
    await audit(tx, actor, "provider.models_changed", id, { slug: row.slug, models: models.length });
  });
}

/** A default that is not on offer any more is none. */
export async function dropLostDefault(
  db: Db,
  actor: Actor,
  slug: string,
  left: readonly { id: string }[],
): Promise<void> {
  const { defaultModel } = await modelSettings(db, actor.workspaceId);
  if (!defaultModel?.startsWith(`${slug}:`)) return;
  if (left.some(({ id }) => defaultModel === `${slug}:${id}`)) return;
  await setDefaultModel(db, actor.workspaceId, null);
}

/** Null: what the environment names, else the first on offer. */
export async function chooseDefaultModel(actor: Actor, ref: string | null): Promise<void> {
  requireManager(actor);
  if (ref !== null) await resolveModel(actor, ref);
  const db = await getDb();
  await db.transaction(async (tx) => {
    await requireManagerNow(tx, actor);
    await setDefaultModel(tx, actor.workspaceId, ref);
    await audit(tx, actor, "model.default_set", ref ?? undefined);
  });
}

/** `windowTokens` is what the server said it loaded the model with, now stored. */
export type StoredModelTest = ModelTest & { windowTokens?: number };

/** Says something to a model of a stored provider and reports how that went. */
export async function testStoredModel(actor: Actor, id: string, model: string): Promise<StoredModelTest> {
  requireManager(actor);
  const db = await getDb();
  const row = await requireProvider(db, actor, id);
  const name = parsed(ModelId, model);
  const result = await testModel(connectionOfRow(row), name);
  if (!result.ok || row.baseUrl === null || !looksLikeOllama(row.baseUrl)) return result;

  const windowTokens = await loadedWindow(row.baseUrl, name);
  if (windowTokens === undefined) return result;
  await changeModels(actor, id, (current) =>
    current.map((stored) => (stored.id === name ? { ...stored, window_tokens: windowTokens } : stored)),
  );
  return { ...result, windowTokens };
}
