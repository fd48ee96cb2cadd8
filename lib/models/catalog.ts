import { APICallError } from "@ai-sdk/provider";
import { z } from "zod";
import type { OfferedModel } from "@/lib/db/schema/models";
import { addressOf, type Connection, providerFetch } from "./language-model";

const LIST_MS = 10_000;
/** The longest list known, a gateway's, has about 1 MB. */
const LONGEST_LIST = 16_000_000;

const tokens = z.coerce.number().int().positive().optional().catch(undefined);
/** A price in dollars a token, as gateways write it, in dollars a million. */
const perMillion = z.coerce
  .number()
  .nonnegative()
  .transform((price) => Math.round(price * 1e12) / 1e6)
  .optional()
  .catch(undefined);

/** OpenAI's list, with what the servers that speak its language add: each calls the window by another name. */
const OpenAiList = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        name: z.string().optional().catch(undefined),
        max_model_len: tokens, // vLLM
        loaded_context_length: tokens, // LM Studio
        context_window: tokens, // Groq
        context_length: tokens, // OpenRouter, Together
        max_context_length: tokens, // Mistral, LM Studio
        meta: z.object({ n_ctx: tokens }).nullish().catch(undefined), // llama.cpp
        pricing: z.object({ prompt: perMillion, completion: perMillion }).optional().catch(undefined), // OpenRouter
      })
      .transform((model) =>
        listed(model.id, {
          label: model.name,
          window_tokens:
            model.max_model_len ??
            model.loaded_context_length ??
            model.meta?.n_ctx ??
            model.context_window ??
            model.context_length ??
            model.max_context_length,
          input_price: model.pricing?.prompt,
          output_price: model.pricing?.completion,
        }),
      ),
  ),
});

const AnthropicList = z.object({
  data: z.array(
    z
      .object({ id: z.string(), display_name: z.string().optional(), max_input_tokens: tokens })
      .transform((model) => listed(model.id, { label: model.display_name, window_tokens: model.max_input_tokens })),
  ),
});

const GoogleList = z.object({
  models: z.array(
    z
      .object({
        name: z.string(),
        displayName: z.string().optional(),
        inputTokenLimit: tokens,
        supportedGenerationMethods: z.array(z.string()).default(["generateContent"]),
      })
      .transform(({ name, displayName, inputTokenLimit, supportedGenerationMethods }) =>
        supportedGenerationMethods.includes("generateContent")
          ? listed(name.replace(/^models\//, ""), { label: displayName, window_tokens: inputTokenLimit })
          : null,
      ),
  ),
});

type Facts = { [K in keyof Omit<OfferedModel, "id">]: OfferedModel[K] | undefined };

/** Without what is not known, and without a label that only repeats the id. */
function listed(id: string, { label, window_tokens, input_price, output_price }: Facts): OfferedModel {
  return {
    id,
    ...(label && label !== id && { label }),
    ...(window_tokens && { window_tokens }),
    ...(input_price !== undefined && { input_price }),
    ...(output_price !== undefined && { output_price }),
  };
}

/** Models that do not converse: they would only be in the way of a choice. */
const NOT_FOR_TALK =
  /embed|whisper|tts|dall-e|moderation|rerank|transcribe|realtime|image|audio|imagen|veo|sora|davinci|babbage|bge-|speech|ocr|(?:^|[/-])(?:clip|e5)-/i;

/** The models for conversation that a provider says it has, by name. Throws the provider's fault as an APICallError. */
export async function listModels(connection: Connection, signal?: AbortSignal): Promise<OfferedModel[]> {
  const all = await fetchList(connection, signal);
  return all
    .filter(({ id }) => /^\S{1,150}$/.test(id) && !NOT_FOR_TALK.test(id))
    .sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
}

async function fetchList(connection: Connection, signal: AbortSignal | undefined): Promise<OfferedModel[]> {
  const base = addressOf(connection);
  const { apiKey } = connection;
  switch (connection.kind) {
    case "openai":
    case "openai-compatible":
      return (await getJson(`${base}/models`, apiKey ? { authorization: `Bearer ${apiKey}` } : {}, OpenAiList, signal))
        .data;
    case "anthropic": {
      const headers = { "x-api-key": apiKey ?? "", "anthropic-version": "2023-06-01" };
      return (await getJson(`${base}/models?limit=1000`, headers, AnthropicList, signal)).data;
    }
    case "google": {
      const list = await getJson(
        `${base}/models?pageSize=1000`,
        { "x-goog-api-key": apiKey ?? "" },
        GoogleList,
        signal,
      );
      return list.models.filter((model) => model !== null);
    }
  }
}

export async function getJson<S extends z.ZodType>(
  url: string,
  headers: Record<string, string>,
  shape: S,
  signal: AbortSignal | undefined,
  withinMs = LIST_MS,
): Promise<z.output<S>> {
  const limit = AbortSignal.timeout(withinMs);
  const response = await providerFetch(url, { headers, signal: signal ? AbortSignal.any([signal, limit]) : limit });
  const body = await readText(response);
  const failed = (message: string, cause?: unknown) =>
    new APICallError({
      message,
      url,
      requestBodyValues: undefined,
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: body,
      cause,
    });
  if (!response.ok) throw failed(response.statusText);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (error) {
    throw failed("the answer is not JSON", error);
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) throw failed("the answer is not of the expected shape", parsed.error);
  return parsed.data;
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > LONGEST_LIST)
      throw new RangeError("the provider's answer is longer than a list of models can be");
  }
  return text + decoder.decode();
}
