import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { getDb, sqlState } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import {
  deleteProvider,
  forgetLimits,
  insertProvider,
  lockProvider,
  modelSettings,
  type ProviderChanges,
  updateProvider,
} from "@/lib/db/queries/models";
import { AppError } from "@/lib/errors";
import { modelsOfEnvironment } from "./check-config";
import { sealKey } from "./key-box";
import { requireManager, requireManagerNow, requireProvider } from "./manage";
import { detectOllama, OLLAMA_URL } from "./ollama";
import { NewProvider, ProviderEdit } from "./provider-input";
import { dropLostDefault } from "./provider-models";
import { freeSlug } from "./slug";

export async function addProvider(actor: Actor, input: NewProvider): Promise<{ id: string; slug: string }> {
  requireManager(actor);
  const { kind, name, base_url, api_key, models } = parsed(NewProvider, input);
  const id = uuidv7();
  const keyEncrypted = api_key === undefined ? null : sealKey(id, api_key);
  const row = { id, workspaceId: actor.workspaceId, kind, name, baseUrl: base_url ?? null, keyEncrypted, models };
  const db = await getDb();
  // Two owners may add the same kind at once: whoever comes second gets the next name.
  for (let attempt = 1; ; attempt++) {
    const { providers } = await modelSettings(db, actor.workspaceId);
    const taken = [...providers.map(({ slug }) => slug), ...modelsOfEnvironment().connections.map((own) => own.kind)];
    const slug = freeSlug({ kind, name, baseUrl: base_url }, taken);
    try {
      await db.transaction(async (tx) => {
        await requireManagerNow(tx, actor);
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
    const message = "No Ollama answers on this machine any more.";
    throw new AppError("provider_failed", { reason: "unreachable", message });
  }
  return addProvider(actor, { kind: "openai-compatible", name: "Ollama", base_url: OLLAMA_URL, models });
}

/** Name, address, key. Its reference stays what it is: conversations hold it. */
export async function editProvider(actor: Actor, id: string, input: ProviderEdit): Promise<void> {
  requireManager(actor);
  const edit = parsed(ProviderEdit, input);
  const db = await getDb();
  await db.transaction(async (tx) => {
    await requireManagerNow(tx, actor);
    const row = await requireProvider(tx, actor, id, lockProvider);
    if (edit.base_url === null && row.kind === "openai-compatible") {
      throw new AppError("invalid_input", { issues: [{ path: "base_url", message: "is needed for this kind" }] });
    }
    const moved = edit.base_url !== undefined && edit.base_url !== row.baseUrl;
    if (moved && row.keyEncrypted !== null && edit.api_key === undefined) {
      // Otherwise whoever may edit could have the key, which nobody may see, sent to a server of their own.
      const message = "enter the key again for another address";
      throw new AppError("invalid_input", { issues: [{ path: "api_key", message }] });
    }
    const changes: ProviderChanges = {
      ...(edit.name !== undefined && { name: edit.name }),
      ...(edit.base_url !== undefined && { baseUrl: edit.base_url }),
      ...(edit.api_key !== undefined && { keyEncrypted: edit.api_key === null ? null : sealKey(id, edit.api_key) }),
    };
    if (Object.keys(changes).length === 0) return;
    await updateProvider(tx, actor.workspaceId, id, changes);
    // What was learned by refusals held for the server of before.
    if (moved) await forgetLimits(tx, actor.workspaceId, row.slug);
    await audit(tx, actor, "provider.changed", id, { slug: row.slug, fields: Object.keys(changes).sort() });
  });
}

/** Conversations that were set to one of its models go on with the default. */
export async function removeProvider(actor: Actor, id: string): Promise<void> {
  requireManager(actor);
  const db = await getDb();
  await db.transaction(async (tx) => {
    await requireManagerNow(tx, actor);
    const row = await deleteProvider(tx, actor.workspaceId, id);
    if (!row) throw new AppError("not_found", { kind: "provider" });
    await forgetLimits(tx, actor.workspaceId, row.slug);
    await dropLostDefault(tx, actor, row.slug, []);
    await audit(tx, actor, "provider.removed", id, { slug: row.slug, kind: row.kind });
  });
}
