import type { ProviderKind } from "@/lib/models/ref";

/** What a person has typed of how to reach a provider. */
export type Connection = { kind: ProviderKind; name: string; baseUrl: string; apiKey: string };

export const KINDS = ["openai", "anthropic", "google", "openai-compatible"] as const satisfies readonly ProviderKind[];

/** Servers and gateways that many people have, with the address that they listen on. */
export const PRESETS = [
  { name: "Ollama", baseUrl: "http://localhost:11434/v1" },
  { name: "LM Studio", baseUrl: "http://localhost:1234/v1" },
  { name: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1" },
  { name: "DeepSeek", baseUrl: "https://api.deepseek.com/v1" },
  { name: "DashScope", baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1" },
  { name: "Moonshot", baseUrl: "https://api.moonshot.cn/v1" },
] as const;

/** A name for a provider that got none: the host tells servers apart. */
export function nameFor({ kind, name, baseUrl }: Connection, kindName: string): string {
  if (name.trim()) return name.trim();
  const host = URL.parse(baseUrl.trim())?.host;
  return kind === "openai-compatible" && host ? host : kindName;
}
