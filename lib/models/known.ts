import type { ProviderKind } from "./ref";

type Known = { prefix: string; windowTokens: number; vision: boolean };
const family = (windowTokens: number, vision: boolean, ...prefixes: string[]): Known[] =>
  prefixes.map((prefix) => ({ prefix, windowTokens, vision }));

/** What model families take, by the beginning of their name; the longest prefix that fits decides. */
const KNOWN: readonly Known[] = [
  ...family(400_000, true, "gpt-5"),
  ...family(128_000, true, "gpt-5-chat", "gpt-4o", "gpt-4-turbo", "chatgpt-4o"),
  ...family(1_047_576, true, "gpt-4.1"),
  ...family(8_192, false, "gpt-4"),
  ...family(16_385, false, "gpt-3.5"),
  ...family(131_072, false, "gpt-oss"),
  ...family(200_000, true, "o1", "o3", "o4"),
  ...family(128_000, false, "o1-mini", "o1-preview"),
  ...family(200_000, false, "o3-mini"),
  ...family(200_000, true, "claude"),
  ...family(100_000, false, "claude-2", "claude-instant"),
  ...family(1_048_576, true, "gemini"),
  ...family(2_097_152, true, "gemini-1.5-pro"),
  ...family(32_768, false, "gemini-1.0"),
  ...family(131_072, true, "gemma-3"),
  ...family(8_192, false, "gemma"),
  ...family(128_000, false, "deepseek"),
  ...family(131_072, false, "qwen", "qwq"),
  ...family(131_072, true, "qwen-vl", "qwen2-vl", "qwen2.5-vl", "qwen3-vl", "qvq"),
  ...family(262_144, false, "qwen3-max", "qwen3-coder"),
  ...family(1_000_000, false, "qwen-long", "qwen-turbo", "qwen-plus", "qwen-flash"),
  ...family(128_000, false, "moonshot", "glm-4"),
  ...family(256_000, false, "kimi-k2"),
  ...family(200_000, false, "glm-4.6", "glm-5"),
  ...family(64_000, true, "glm-4v", "glm-4.5v"),
  ...family(131_072, false, "grok"),
  ...family(256_000, true, "grok-4"),
  ...family(2_000_000, true, "grok-4-fast", "grok-4.1-fast"),
  ...family(128_000, false, "mistral", "ministral", "magistral", "devstral", "codestral"),
  ...family(32_768, false, "mixtral", "open-mixtral", "open-mistral"),
  ...family(128_000, true, "pixtral"),
  ...family(128_000, false, "llama-3", "llama3", "meta-llama-3"),
  ...family(8_192, false, "llama-3-", "llama3-"),
  ...family(1_000_000, true, "llama-4", "llama4"),
  ...family(128_000, false, "command-r", "command-a", "phi-4", "phi-3.5"),
  ...family(192_000, false, "minimax-m2"),
  ...family(256_000, false, "doubao-seed"),
  ...family(128_000, false, "doubao", "hunyuan", "ernie", "step-"),
];

const BY_LENGTH = [...KNOWN].sort((a, b) => b.prefix.length - a.prefix.length);

/** Behind the vendor that gateways put before the name: `anthropic/claude-…`, `models/gemini-…`. */
const bareName = (model: string) => model.slice(model.lastIndexOf("/") + 1).toLowerCase();
const find = (model: string) => BY_LENGTH.find(({ prefix }) => bareName(model).startsWith(prefix));

/** A hosted model that nobody has told us about: what the current ones take at least. */
const HOSTED_DEFAULT = 128_000;
/** Behind a gateway there may be anything; what goes over the window is refused, and then the limit is learned. */
const GATEWAY_DEFAULT = 32_768;
/**
 * A server on one's own machine loads a model with far less than it could take, whatever the model's name says, and some
 * (Ollama) drop the oldest words without an error. Too small costs context; too large costs it silently.
 */
const LOCAL_DEFAULT = 8_192;

/** The window where neither the owner, nor the environment, nor the provider's list names one. */
export function guessWindow(kind: ProviderKind, model: string, baseUrl: string | undefined): number {
  if (kind !== "openai-compatible") return find(model)?.windowTokens ?? HOSTED_DEFAULT;
  if (baseUrl === undefined || isLocal(baseUrl)) return LOCAL_DEFAULT;
  return find(model)?.windowTokens ?? GATEWAY_DEFAULT;
}

export function seesImages(model: string): boolean {
  return find(model)?.vision ?? /vision|[-.]vl\b|llava/i.test(model);
}

/** On this machine or in its network: no dot in the name, a private address, `.local`. */
export function isLocal(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  if (host.includes(":")) return host === "::1" || /^f[cde]/i.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) return /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
  return !host.includes(".") || /\.(?:local|lan|internal|home\.arpa)$/i.test(host);
}
