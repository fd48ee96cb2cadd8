import { expect, it } from "vitest";
import { freeSlug } from "./slug";

it.each([
  [{ kind: "openai", name: "OpenAI" }, [], "openai"],
  [{ kind: "openai", name: "OpenAI" }, ["openai", "openai-2"], "openai-3"],
  [{ kind: "openai-compatible", name: "Our Gäteway (EU)" }, [], "our-gateway-eu"],
  [{ kind: "openai-compatible", name: "本地模型", baseUrl: "http://localhost:11434/v1" }, [], "ollama"],
  [
    { kind: "openai-compatible", name: "通义千问", baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1" },
    [],
    "dashscope",
  ],
  [{ kind: "openai-compatible", name: "模型", baseUrl: "https://llm.example.org/v1" }, [], "openai-compatible"],
  [{ kind: "anthropic", name: "Offline" }, [], "offline-2"],
] as const)("a provider %j beside %j is called %s", (provider, taken, slug) => {
  expect(freeSlug(provider, taken)).toBe(slug);
});
