import { z } from "zod";
import type { OfferedModel } from "@/lib/db/schema/models";
import { getJson } from "./catalog";

/** Where Ollama listens on the machine that Cadau runs on. */
export const OLLAMA_URL = "http://127.0.0.1:11434/v1";
/** It is on this machine or it is not; nobody waits for a page because it is not. */
const DETECT_MS = 400;
/**
 * What Ollama loads a model with unless OLLAMA_CONTEXT_LENGTH or the model's own file says more. Beyond it the oldest
 * words are dropped without an error, and with them the system prompt: so this is assumed until the loaded model says more.
 */
export const OLLAMA_WINDOW_TOKENS = 4_096;

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const Running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().int().positive().optional() })),
});

const rootOf = (baseUrl: string) => baseUrl.replace(/\/v1$/, "");
const sameHost = (a: string, b: string) => new URL(a).port === new URL(b).port;
export const looksLikeOllama = (baseUrl: string | undefined) => baseUrl !== undefined && sameHost(baseUrl, OLLAMA_URL);

/** The models of an Ollama on this machine; null when there is none, or none that answers at once. */
export async function detectOllama(url = OLLAMA_URL, withinMs = DETECT_MS): Promise<OfferedModel[] | null> {
  try {
    const { models } = await getJson(`${rootOf(url)}/api/tags`, {}, Tags, undefined, withinMs);
    const names = models.map(({ name }) => name).filter((name) => !/embed|bge-|rerank/i.test(name));
    return names.sort().map((id) => ({ id, window_tokens: OLLAMA_WINDOW_TOKENS }));
  } catch {
    return null; // most machines have no Ollama: no fault, nothing to say
  }
}

/** The window that Ollama loaded the model with; undefined when it is not loaded, or the server is no Ollama. */
export async function loadedWindow(baseUrl: string, model: string, withinMs = DETECT_MS): Promise<number | undefined> {
  try {
    const { models } = await getJson(`${rootOf(baseUrl)}/api/ps`, {}, Running, undefined, withinMs);
    return models.find(({ name }) => name === model || name === `${model}:latest`)?.context_length;
  } catch {
    return undefined; // only Ollama has this call; others are known by their list
  }
}
