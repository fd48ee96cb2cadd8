import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { type Db, getDb, sqlState } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import {
  deleteProvider,
  forgetLimits,
  insertProvider,
  lockProvider,
  modelSettings,
  type ProviderChanges,
  type ProviderRow,
  providerById,
  setDefaultModel,
  updateProvider,
} from "@/lib/db/queries/models";
import type { OfferedModel } from "@/lib/db/schema/models";
import { AppError } from "@/lib/errors";
import { listModels } from "./catalog";
import { modelsOfEnvironment } from "./check-config";
import { classifyFault } from "./faults";
import { sealKey } from "./key-box";
import type { Connection } from "./language-model";
import { detectOllama, loadedWindow, looksLikeOllama, OLLAMA_URL } from "./ollama";
import { ModelId, NewProvider, type OfferedModelInput, ProviderDraft, ProviderEdit } from "./provider-input";
import { connectionOfRow, resolveModel } from "./registry";
import { freeSlug } from "./slug";
import { type ModelTest, testModel } from "./test-model";

/** Providers cost the workspace money and read its conversations: members use them, owners and admins choose them. */
export function mayManageModels(actor: Pick<Actor, "role">): boolean {
  return actor.role === "owner" || actor.role === "admin";
}

function requireManager(actor: Actor): void {
  if (!mayManageModels(actor)) throw new AppError("missing_role", { role: "admin" });
}

async function requireProvider(db: Db, actor: Actor, id: string, read = providerById): Promise<ProviderRow> {
  const row = await read(db, actor.workspaceId, id);
  if (!row) throw new AppError("not_found", { kind: "provider" });
  return row;
}

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
    const { fault, message } = classifyFault(error);
    throw new AppError("provider_failed", { reason: fault, message }, { cause: error });
  }
}

export async function addProvider(actor: Actor, input: NewProvider): Promise<{ id: string; slug: string }> {
  requireManager(actor);
  const { kind, name, base_url, api_key, models } = parsed(NewProvider, input);
  const id = uuidv7();
  const row = {
    id,
    workspaceId: actor.workspaceId,
    kind,
    name,
    baseUrl: base_url ?? null,
    keyEncrypted: api_key === undefined ? null : sealKey(id, api_key),
    models: models.map(present),
  };
  const db = await getDb();
  // Two owners may add the same kind at once: whoever comes second gets the next name.
  for (let attempt = 1; ; attempt++) {
    const { providers } = await modelSettings(db, actor.workspaceId);
    const taken = [...providers.map(({ slug }) => slug), ...modelsOfEnvironment().connections.map((own) => own.kind)];
    const slug = freeSlug({ kind, name, baseUrl: base_url }, taken);
    try {
      await db.transaction(async (tx) => {
        await insertProvider(tx, { ...row, slug });
        await audit(tx, actor, "provider.added", id, { slug, kind, base_url: row.baseUrl, models: models.length });
      });
      return { id, slug };
    } catch (error) {
      if (sqlState(error) !== "23505" || attempt === 5) throw error;
    }
  }
}

/** The Ollama on this machine with all its models, in one step. */
export async function addOllama(actor: Actor): Promise<{ id: string; slug: string }> {
  requireManager(actor);
  const models = await detectOllama();
  if (!models) {
    throw new AppError("provider_failed", {
      reason: "unreachable",
      message: "No Ollama answers on this machine any more.",
    });
  }
  return addProvider(actor, { kind: "openai-compatible", name: "Ollama", base_url: OLLAMA_URL, models });
}

export async function editProvider(actor: Actor, id: string, input: ProviderEdit): Promise<void> {
  requireManager(actor);
  const edit = parsed(ProviderEdit, input);
  const db = await getDb();
  await db.transaction(async (tx) => {
    const row = await requireProvider(tx, actor, id, lockProvider);
    if (edit.base_url === null && row.kind === "openai-compatible") {
      throw new AppError("invalid_input", { issues: [{ path: "base_url", message: "is needed for this kind" }] });
    }
    const moved = edit.base_url !== undefined && edit.base_url !== row.baseUrl;
    if (moved && row.keyEncrypted !== null && edit.api_key === undefined) {
      // Otherwise whoever may edit could have the key, which nobody may see, sent to a server of their own.
      throw new AppError("invalid_input", {
        issues: [{ path: "api_key", message: "enter the key again for another address" }],
      });
    }
    const changes: ProviderChanges = {
      ...(edit.name !== undefined && { name: edit.name }),
      ...(edit.base_url !== undefined && { baseUrl: edit.base_url }),
      ...(edit.api_key !== undefined && { keyEncrypted: edit.api_key === null ? null : sealKey(id, edit.api_key) }),
      ...(edit.models !== undefined && { models: edit.models.map(present) }),
    };
    if (Object.keys(changes).length === 0) return;
    await updateProvider(tx, actor.workspaceId, id, changes);
    // What was learned by refusals held for the windows and the server of before.
    if (moved || edit.models !== undefined) await forgetLimits(tx, actor.workspaceId, row.slug);
    if (edit.models !== undefined) await dropLostDefault(tx, actor, row.slug, edit.models);
    await audit(tx, actor, "provider.changed", id, { slug: row.slug, fields: Object.keys(changes).sort() });
  });
}

/** Conversations that were set to one of its models go on with the default. */
export async function removeProvider(actor: Actor, id: string): Promise<void> {
  requireManager(actor);
  const db = await getDb();
  await db.transaction(async (tx) => {
    const row = await deleteProvider(tx, actor.workspaceId, id);
    if (!row) throw new AppError("not_found", { kind: "provider" });
    await forgetLimits(tx, actor.workspaceId, row.slug);
    await dropLostDefault(tx, actor, row.slug, []);
    await audit(tx, actor, "provider.removed", id, { slug: row.slug, kind: row.kind });
  });
}

/** A default that is not on offer any more is none. */
async function dropLostDefault(db: Db, actor: Actor, slug: string, models: readonly { id: string }[]): Promise<void> {
  const { defaultModel } = await modelSettings(db, actor.workspaceId);
  if (!defaultModel?.startsWith(`${slug}:`)) return;
  if (models.some(({ id }) => defaultModel === `${slug}:${id}`)) return;
  await setDefaultModel(db, actor.workspaceId, null);
}

/** Null: what the environment names, else the first on offer. */
export async function chooseDefaultModel(actor: Actor, ref: string | null): Promise<void> {
  requireManager(actor);
  if (ref !== null) await resolveModel(actor, ref);
  const db = await getDb();
  await db.transaction(async (tx) => {
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
  await db.transaction(async (tx) => {
    const current = await requireProvider(tx, actor, id, lockProvider);
    const models = current.models.map((offered) =>
      offered.id === name ? { ...offered, window_tokens: windowTokens } : offered,
    );
    await updateProvider(tx, actor.workspaceId, id, { models });
  });
  return { ...result, windowTokens };
}

/** Without the keys that are undefined: they are stored as JSON. */
function present({
  id,
  label,
  window_tokens,
  input_price,
  output_price,
}: ReturnType<typeof OfferedModelInput.parse>): OfferedModel {
  return {
    id,
    ...(label && { label }),
    ...(window_tokens !== undefined && { window_tokens }),
    ...(input_price !== undefined && { input_price }),
    ...(output_price !== undefined && { output_price }),
  };
}
