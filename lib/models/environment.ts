import type { Config } from "@/lib/config";
import { StartupError } from "@/lib/errors";
import { guessWindow, seesImages } from "./known";
import type { Connection } from "./language-model";
import { OFFLINE_REF, type Offer, PROVIDER_KINDS, type ProviderKind, parseOffer, parseRef } from "./ref";
import type { Prices } from "./usage";

export type EnvironmentModel = {
  ref: string;
  model: string;
  label: string;
  windowTokens: number;
  prices: Prices;
  vision: boolean;
  connection: Connection;
};

export type EnvironmentModels = {
  /** CADAU_MODEL first, then CADAU_MODELS, then cadau.json. */
  models: EnvironmentModel[];
  /** CADAU_MODEL, which may also be the offline model. */
  defaultRef: string | undefined;
  summaryRef: string | undefined;
  /** Providers that the environment has a key or an address for, whether or not one of their models is on offer. */
  connections: Connection[];
};

type Settings = Pick<
  Config,
  | "CADAU_MODEL"
  | "CADAU_MODELS"
  | "CADAU_SUMMARY_MODEL"
  | "OPENAI_API_KEY"
  | "OPENAI_BASE_URL"
  | "ANTHROPIC_API_KEY"
  | "ANTHROPIC_BASE_URL"
  | "GOOGLE_GENERATIVE_AI_API_KEY"
  | "GOOGLE_BASE_URL"
  | "OPENAI_COMPATIBLE_BASE_URL"
  | "OPENAI_COMPATIBLE_API_KEY"
  | "models"
>;

function connectionOf(kind: ProviderKind, settings: Settings): Connection {
  switch (kind) {
    case "openai":
      return { kind, name: "OpenAI", baseUrl: settings.OPENAI_BASE_URL, apiKey: settings.OPENAI_API_KEY };
    case "anthropic":
      return { kind, name: "Anthropic", baseUrl: settings.ANTHROPIC_BASE_URL, apiKey: settings.ANTHROPIC_API_KEY };
    case "google":
      return { kind, name: "Google", baseUrl: settings.GOOGLE_BASE_URL, apiKey: settings.GOOGLE_GENERATIVE_AI_API_KEY };
    case "openai-compatible":
      return {
        kind,
        name: "OpenAI-compatible",
        baseUrl: settings.OPENAI_COMPATIBLE_BASE_URL,
        apiKey: settings.OPENAI_COMPATIBLE_API_KEY,
      };
  }
}

/** What a provider needs before it can be called; a base URL of one's own may need no key. */
const MISSING: Record<ProviderKind, string> = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  "openai-compatible": "OPENAI_COMPATIBLE_BASE_URL",
};
const isConfigured = ({ kind, baseUrl, apiKey }: Connection) =>
  baseUrl !== undefined || (kind !== "openai-compatible" && apiKey !== undefined);

const isKind = (name: string): name is ProviderKind => PROVIDER_KINDS.some((kind) => kind === name);

/** The models that the operator set. Throws a StartupError that names each variable that cannot be used, and why. */
export function environmentModels(settings: Settings): EnvironmentModels {
  const problems: string[] = [];
  const models = new Map<string, EnvironmentModel>();
  const connections = PROVIDER_KINDS.map((kind) => connectionOf(kind, settings)).filter(isConfigured);

  /** The connection for a well-formed reference to a provider that can be called. */
  function check(variable: string, entry: string, parsed: { provider: string } | null): Connection | undefined {
    if (!parsed) {
      problems.push(`${variable}: "${entry}" is not provider:model`);
    } else if (!isKind(parsed.provider)) {
      problems.push(
        `${variable}: there is no provider "${parsed.provider}"; known are ${PROVIDER_KINDS.join(", ")}, offline`,
      );
    } else {
      const connection = connections.find(({ kind }) => kind === parsed.provider);
      if (!connection) problems.push(`${variable}: ${parsed.provider} needs ${MISSING[parsed.provider]}`);
      return connection;
    }
    return undefined;
  }

  function add(
    variable: string,
    entry: string,
    extra: { windowTokens?: number | undefined; label?: string | undefined } = {},
  ) {
    const offer: Offer | null = parseOffer(entry);
    if (offer?.ref === OFFLINE_REF) return;
    const connection = check(variable, entry, offer);
    if (!connection || !offer) return;
    if (offer.windowTokens !== undefined && offer.windowTokens < 1_000) {
      problems.push(`${variable}: "${entry}" has a window of ${offer.windowTokens} tokens; 1000 is the least`);
    }
    const before = models.get(offer.ref);
    // A ref that stands in several places is one model: sizes and names from the first place that has them.
    models.set(offer.ref, {
      ref: offer.ref,
      model: offer.model,
      label: before && before.label !== before.model ? before.label : (extra.label ?? offer.model),
      windowTokens: sized.get(offer.ref) ?? guessWindow(connection.kind, offer.model, connection.baseUrl),
      prices: priced.get(offer.ref) ?? {},
      vision: seesImages(offer.model),
      connection,
    });
  }

  const listed = (settings.CADAU_MODELS ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  const sized = new Map<string, number>();
  const priced = new Map<string, Prices>();
  for (const entry of settings.models) {
    if (entry.window_tokens) sized.set(entry.model, entry.window_tokens);
    priced.set(entry.model, entry);
  }
  for (const entry of [...listed, settings.CADAU_MODEL ?? ""]) {
    const offer = parseOffer(entry);
    if (offer?.windowTokens) sized.set(offer.ref, offer.windowTokens);
  }

  if (settings.CADAU_MODEL) add("CADAU_MODEL", settings.CADAU_MODEL);
  for (const entry of listed) add("CADAU_MODELS", entry);
  for (const [i, { model, label }] of settings.models.entries()) add(`cadau.json models.${i}.model`, model, { label });

  const summary = settings.CADAU_SUMMARY_MODEL;
  if (summary && summary !== OFFLINE_REF) check("CADAU_SUMMARY_MODEL", summary, parseRef(summary));

  if (problems.length > 0) throw new StartupError(`The models cannot be used:\n  ${problems.join("\n  ")}`);
  return {
    models: [...models.values()],
    defaultRef: settings.CADAU_MODEL && (parseOffer(settings.CADAU_MODEL)?.ref ?? undefined),
    summaryRef: summary,
    connections,
  };
}
