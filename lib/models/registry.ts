import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { modelSettings, type ProviderRow, type Taught } from "@/lib/db/queries/models";
import type { OfferedModel } from "@/lib/db/schema/models";
import { AppError } from "@/lib/errors";
import { modelsOfEnvironment } from "./check-config";
import type { EnvironmentModel } from "./environment";
import { openKey } from "./key-box";
import { guessWindow, seesImages } from "./known";
import { type Connection, languageModel } from "./language-model";
import { OFFLINE_WINDOW_TOKENS, offlineModel } from "./offline";
import { OFFLINE_REF, parseRef } from "./ref";
import type { Prices } from "./usage";

type FoundModel = {
  ref: string;
  label: string;
  model: LanguageModelV4;
  windowTokens: number;
  prices: Prices;
  /** The built-in model that looks things up instead of thinking. */
  offline: boolean;
  /** Whether it takes images. */
  vision: boolean;
};

/** A model, and what its earlier answers in this workspace have taught. */
export type ResolvedModel = FoundModel & {
  /** The most estimated tokens that it was found to take, by earlier refusals; null where none was refused. */
  rememberedTokens: number | null;
  /** Real tokens to an estimated one; null while there was no usage to learn from. */
  taughtFactor: { factor: number; samples: number } | null;
};

export type OfferedModelInfo = {
  ref: string;
  label: string;
  /** Its provider's name, as people gave it. */
  provider: string;
  window_tokens: number;
  offline: boolean;
  source: "environment" | "stored" | "built-in";
};

type Workspace = Pick<Actor, "workspaceId">;

/** The model of that name; null: the default. An unknown name throws `unknown_model`. */
export async function resolveModel(actor: Workspace, ref: string | null): Promise<ResolvedModel> {
  const catalog = await catalogOf(actor);
  if (ref === null) return catalog.byDefault();
  const found = catalog.find(ref);
  if (!found) throw new AppError("unknown_model", { model: ref });
  return found;
}

/** The model that a conversation was set to, or the default when that one is gone since. */
export async function resolveModelOrDefault(actor: Workspace, ref: string | null): Promise<ResolvedModel> {
  return (await modelOrDefaultOf(actor))(ref);
}

/** The same as a function, for callers that read meanwhile which model a conversation was set to. */
export async function modelOrDefaultOf(actor: Workspace): Promise<(ref: string | null) => ResolvedModel> {
  const catalog = await catalogOf(actor);
  return (ref) => (ref === null ? undefined : catalog.find(ref)) ?? catalog.byDefault();
}

/** The model for titles and summaries; null where none is set for them. */
export async function resolveSummaryModel(actor: Workspace): Promise<ResolvedModel | null> {
  const { summaryRef } = modelsOfEnvironment();
  if (!summaryRef) return null;
  const catalog = await catalogOf(actor);
  const found = catalog.find(summaryRef);
  if (found) return found;
  const other = fromEnvironmentProvider(summaryRef);
  return other && catalog.resolved(other);
}

/** What can be chosen, the default's source first: environment, stored providers, and the built-in model last. */
export async function offeredModels(actor: Workspace): Promise<OfferedModelInfo[]> {
  return (await catalogOf(actor)).offered;
}

/** The ref that answers where nobody chose one. */
export async function defaultModelRef(actor: Workspace): Promise<string> {
  return (await catalogOf(actor)).byDefault().ref;
}

/** Whether there is a real model to talk to, and not only the built-in one. */
export async function hasConfiguredModel(actor: Workspace): Promise<boolean> {
  return (await catalogOf(actor)).offered.some((model) => !model.offline);
}

/** All models of a workspace, from one statement. */
async function catalogOf(actor: Workspace) {
  const environment = modelsOfEnvironment();
  const settings = await modelSettings(await getDb(), actor.workspaceId);

  const offered: OfferedModelInfo[] = [];
  for (const { ref, label, windowTokens, connection } of environment.models) {
    offered.push({
      ref,
      label,
      provider: connection.name,
      window_tokens: windowTokens,
      offline: false,
      source: "environment",
    });
  }
  for (const row of settings.providers) {
    for (const model of row.models) {
      const ref = `${row.slug}:${model.id}`;
      if (environment.models.some((set) => set.ref === ref)) continue; // the environment wins
      offered.push({
        ...{ ref, label: model.label || model.id, provider: row.name, window_tokens: storedWindow(row, model) },
        ...{ offline: false, source: "stored" },
      });
    }
  }
  offered.push({
    ref: OFFLINE_REF,
    label: "Cadau offline",
    provider: "Cadau",
    window_tokens: OFFLINE_WINDOW_TOKENS,
    offline: true,
    source: "built-in",
  });

  function find(ref: string): ResolvedModel | undefined {
    const found = lookUp(ref);
    return found && resolved(found);
  }

  function resolved(found: FoundModel): ResolvedModel {
    return { ...found, ...taughtBy(settings.taught[found.ref]) };
  }

  function lookUp(ref: string): FoundModel | undefined {
    if (ref === OFFLINE_REF) return offline();
    const set = environment.models.find((model) => model.ref === ref);
    if (set) return fromEnvironment(set);
    const parsed = parseRef(ref);
    const row = settings.providers.find(({ slug }) => slug === parsed?.provider);
    const model = row?.models.find(({ id }) => id === parsed?.model);
    return row && model && fromStored(row, model);
  }

  function byDefault(): ResolvedModel {
    for (const ref of [settings.defaultModel, environment.defaultRef, offered[0]?.ref]) {
      const found = ref ? find(ref) : undefined;
      if (found) return found;
    }
    return resolved(offline());
  }

  return { offered, find, byDefault, resolved };
}

function taughtBy(taught: Taught | undefined): Pick<ResolvedModel, "rememberedTokens" | "taughtFactor"> {
  const { limit_tokens = null, token_factor = null, samples = 0 } = taught ?? {};
  return {
    rememberedTokens: limit_tokens,
    taughtFactor: token_factor === null ? null : { factor: token_factor, samples },
  };
}

const offline = (): FoundModel => ({
  ref: OFFLINE_REF,
  label: "Cadau offline",
  model: offlineModel(),
  windowTokens: OFFLINE_WINDOW_TOKENS,
  prices: {},
  offline: true,
  vision: false,
});

function fromEnvironment({ connection, ...set }: EnvironmentModel): FoundModel {
  return { ...set, model: languageModel(connection, set.model), offline: false };
}

/** CADAU_SUMMARY_MODEL need not be on offer for conversations. */
function fromEnvironmentProvider(ref: string): FoundModel | null {
  const parsed = parseRef(ref);
  const connection = modelsOfEnvironment().connections.find(({ kind }) => kind === parsed?.provider);
  if (!parsed || !connection) return null;
  return {
    ref,
    label: parsed.model,
    model: languageModel(connection, parsed.model),
    windowTokens: guessWindow(connection.kind, parsed.model, connection.baseUrl),
    prices: {},
    offline: false,
    vision: seesImages(parsed.model),
  };
}

function storedWindow(row: ProviderRow, { id, window_tokens }: OfferedModel): number {
  return window_tokens ?? guessWindow(row.kind, id, row.baseUrl ?? undefined);
}

function fromStored(row: ProviderRow, offered: OfferedModel): FoundModel {
  const { id, label } = offered;
  return {
    ref: `${row.slug}:${id}`,
    label: label || id,
    model: languageModel(connectionOfRow(row), id),
    windowTokens: storedWindow(row, offered),
    prices: offered,
    offline: false,
    vision: seesImages(id),
  };
}

/** How to reach a stored provider. A key that cannot be opened any more is left out: the provider then says what it misses. */
export function connectionOfRow(row: ProviderRow): Connection {
  const apiKey = row.keyEncrypted === null ? null : openKey(row.id, row.keyEncrypted);
  return { kind: row.kind, name: row.slug, baseUrl: row.baseUrl ?? undefined, apiKey: apiKey ?? undefined };
}
