import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { modelSettings, type ProviderRow } from "@/lib/db/queries/models";
import { modelsOfEnvironment } from "./check-config";
import { openKey } from "./key-box";
import { guessWindow } from "./known";
import { addressOf } from "./language-model";
import { mayManageModels } from "./manage";
import { detectOllama, looksLikeOllama } from "./ollama";
import type { ProviderKind } from "./ref";
import { defaultModelRef, type OfferedModelInfo, offeredModels } from "./registry";

export type ModelView = {
  id: string;
  ref: string;
  label: string;
  /** As set, and as assumed while it is not. */
  windowTokens: number | null;
  assumedWindowTokens: number;
  inputPrice: number | null;
  outputPrice: number | null;
};

export type ProviderView = {
  id: string;
  slug: string;
  kind: ProviderKind;
  name: string;
  /** Null: the kind's own address. */
  baseUrl: string | null;
  /** `hint` are the key's last characters; "unreadable": it was sealed under another secret and must be entered again. */
  key: "none" | "unreadable" | { hint: string };
  models: ModelView[];
};

export type EnvironmentView = {
  kind: ProviderKind;
  name: string;
  host: string;
  models: { ref: string; label: string; windowTokens: number }[];
};

export type ModelsOverview = {
  offered: OfferedModelInfo[];
  /** What answers now where nobody chose. */
  defaultRef: string;
  /** The workspace's own choice; null: none was made. */
  chosenRef: string | null;
  providers: ProviderView[];
  environment: EnvironmentView[];
};

/** All that the Models page shows. Members see what is on offer, and nothing of addresses and keys. */
export async function modelsOverview(actor: Actor): Promise<ModelsOverview> {
  const [offered, defaultRef, settings] = await Promise.all([
    offeredModels(actor),
    defaultModelRef(actor),
    modelSettings(await getDb(), actor.workspaceId),
  ]);
  const overview = { offered, defaultRef, chosenRef: settings.defaultModel };
  if (!mayManageModels(actor)) return { ...overview, providers: [], environment: [] };
  return { ...overview, providers: settings.providers.map(viewOf), environment: environmentView() };
}

function viewOf(row: ProviderRow): ProviderView {
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    name: row.name,
    baseUrl: row.baseUrl,
    key: keyView(row),
    models: row.models.map(({ id, label, window_tokens, input_price, output_price }) => ({
      id,
      ref: `${row.slug}:${id}`,
      label: label ?? id,
      windowTokens: window_tokens ?? null,
      assumedWindowTokens: guessWindow(row.kind, id, row.baseUrl ?? undefined),
      inputPrice: input_price ?? null,
      outputPrice: output_price ?? null,
    })),
  };
}

const HINT = 4;

function keyView(row: ProviderRow): ProviderView["key"] {
  if (row.keyEncrypted === null) return "none";
  const key = openKey(row.id, row.keyEncrypted);
  if (key === null) return "unreadable";
  // Four characters of a short key would be too much of it.
  return { hint: key.length >= HINT * 4 ? key.slice(-HINT) : "" };
}

function environmentView(): EnvironmentView[] {
  const { connections, models } = modelsOfEnvironment();
  return connections.map((connection) => ({
    kind: connection.kind,
    name: connection.name,
    host: new URL(addressOf(connection)).host,
    models: models
      .filter((model) => model.connection.kind === connection.kind)
      .map(({ ref, label, windowTokens }) => ({ ref, label, windowTokens })),
  }));
}

/** How many models an Ollama on this machine has that nobody has added yet; null: there is none to offer. */
export async function ollamaToOffer(actor: Actor): Promise<number | null> {
  if (!mayManageModels(actor)) return null;
  const { providers } = await modelSettings(await getDb(), actor.workspaceId);
  const known = [
    ...providers.map(({ baseUrl }) => baseUrl ?? undefined),
    ...modelsOfEnvironment().connections.map(({ baseUrl }) => baseUrl),
  ];
  if (known.some(looksLikeOllama)) return null;
  const models = await detectOllama();
  return models && models.length > 0 ? models.length : null;
}
