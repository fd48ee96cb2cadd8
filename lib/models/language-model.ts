import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { defaultSettingsMiddleware, extractReasoningMiddleware, wrapLanguageModel } from "ai";
import type { ProviderKind } from "./ref";

/** How to reach a provider. */
export type Connection = {
  kind: ProviderKind;
  name: string;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
};

/**
 * The fetch of every call to a provider. A redirect is not followed: it would carry the key, or a request from inside
 * this network, to a place that nobody chose. Nothing is cached, whatever the framework around us thinks of GET.
 */
export const providerFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: "manual", cache: "no-store" });

const HOSTED = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
} as const;

/** Where the provider is called, without a slash at the end. An openai-compatible one has always an address of its own. */
export function addressOf({ kind, baseUrl }: Connection): string {
  const address = baseUrl ?? (kind === "openai-compatible" ? undefined : HOSTED[kind]);
  if (address === undefined) throw new TypeError("an openai-compatible provider without a base URL");
  return address.replace(/\/+$/, "");
}

export function languageModel(connection: Connection, model: string): LanguageModelV4 {
  const baseURL = addressOf(connection);
  const fetch = providerFetch;
  // The packages look into the environment for an absent key; an empty one keeps a provider to what it was given.
  const apiKey = connection.apiKey ?? "";
  switch (connection.kind) {
    case "openai":
      return openAiModel(baseURL, apiKey, model);
    case "anthropic":
      return createAnthropic({ baseURL, apiKey, fetch })(model);
    case "google":
      return createGoogleGenerativeAI({ baseURL, apiKey, fetch })(model);
    case "openai-compatible":
      return withThoughtsApart(
        createOpenAICompatible({
          baseURL,
          name: connection.name,
          fetch,
          includeUsage: true,
          ...(connection.apiKey && { apiKey: connection.apiKey }),
        })(model),
      );
  }
}

const WRITES_ITS_THOUGHTS = /deepseek-r1|qwq|qwen-?3|magistral|glm-4\.|glm-z|minimax-m|[-_:]think(?:ing|er)?\b|reason/i;

/**
 * Open models write their thoughts between <think> tags, and not every server takes them out. Only for families that do:
 * with others the tag in an answer about tags is meant.
 */
function withThoughtsApart(model: LanguageModelV4): LanguageModelV4 {
  if (!WRITES_ITS_THOUGHTS.test(model.modelId)) return model;
  return wrapLanguageModel({ model, middleware: extractReasoningMiddleware({ tagName: "think" }) });
}

/**
 * OpenAI itself is spoken to through Responses: all its models are there (some only there), with their reasoning; `store`
 * is off, since the conversation is kept here and nowhere else. At another address stands a proxy or gateway, and what
 * all of those speak is Chat Completions.
 */
function openAiModel(baseURL: string, apiKey: string, model: string): LanguageModelV4 {
  const provider = createOpenAI({ baseURL, apiKey, fetch: providerFetch });
  const { hostname } = new URL(baseURL);
  if (hostname !== "openai.com" && !hostname.endsWith(".openai.com")) return provider.chat(model);
  return wrapLanguageModel({
    model: provider.responses(model),
    middleware: defaultSettingsMiddleware({ settings: { providerOptions: { openai: { store: false } } } }),
  });
}
