import type { ProviderKind } from "./ref";

const RESERVED = ["offline"];

/** Gateways and servers that have a name of their own, by their host or port. */
const KNOWN_HOSTS: readonly (readonly [RegExp, string])[] = [
  [/:11434$/, "ollama"],
  [/(?:localhost|127\.0\.0\.1):1234$/, "lm-studio"],
  [/openrouter\.ai$/, "openrouter"],
  [/deepseek\.com$/, "deepseek"],
  [/(?:dashscope.*\.aliyuncs\.com)$/, "dashscope"],
  [/moonshot\.(?:cn|ai)$/, "moonshot"],
  [/bigmodel\.cn$|z\.ai$/, "zhipu"],
  [/siliconflow\.(?:cn|com)$/, "siliconflow"],
  [/groq\.com$/, "groq"],
  [/mistral\.ai$/, "mistral"],
  [/together\.(?:ai|xyz)$/, "together"],
  [/x\.ai$/, "xai"],
];

/**
 * What stands before the colon in this provider's references: its name in plain letters where it has one, else its
 * host's, else its kind; with a number behind it when that is taken. It never changes afterwards, since conversations keep it.
 */
export function freeSlug(
  provider: { kind: ProviderKind; name: string; baseUrl?: string | undefined },
  taken: readonly string[],
): string {
  const wished = slugOf(provider.name) || hostSlug(provider.baseUrl) || provider.kind;
  const used = new Set([...taken, ...RESERVED]);
  if (!used.has(wished)) return wished;
  for (let n = 2; ; n++) if (!used.has(`${wished}-${n}`)) return `${wished}-${n}`;
}

function slugOf(name: string): string {
  // Accents fall away, other scripts have no plain letters: what is too short to tell apart is no name.
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 30)
    .replace(/-+$/, "");
  return plain.length >= 2 ? plain : "";
}

function hostSlug(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  const { host } = new URL(baseUrl);
  return KNOWN_HOSTS.find(([pattern]) => pattern.test(host))?.[1];
}
