/** The kinds of provider that the product can talk to. */
export const PROVIDER_KINDS = ["openai", "anthropic", "google", "openai-compatible"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const OFFLINE_REF = "offline:cadau";

/** `provider:model`. The model's own name may hold more colons, as Ollama's do (`qwen3:8b`). */
export type ModelRef = { provider: string; model: string };

export function parseRef(ref: string): ModelRef | null {
  const colon = ref.indexOf(":");
  const provider = ref.slice(0, Math.max(0, colon)).trim();
  const model = ref.slice(colon + 1).trim();
  return provider && model && !/\s/.test(provider + model) ? { provider, model } : null;
}

export type Offer = { ref: string; provider: string; model: string; windowTokens?: number };

/**
 * One entry of CADAU_MODELS: `provider:model`, and behind the last @ the window in tokens (`@32000`, `@32k`, `@1m`).
 * What follows an @ and is no number belongs to the model's name.
 */
export function parseOffer(entry: string): Offer | null {
  const sized = /^(.*)@(\d+)([km]?)$/i.exec(entry.trim());
  const parsed = parseRef(sized?.[1] ?? entry.trim());
  if (!parsed) return null;
  const offer = { ref: `${parsed.provider}:${parsed.model}`, ...parsed };
  if (!sized) return offer;
  const unit = { "": 1, k: 1_000, m: 1_000_000 }[sized[3]?.toLowerCase() ?? ""] ?? 1;
  return { ...offer, windowTokens: Number(sized[2]) * unit };
}
