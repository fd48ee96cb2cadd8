import { describe, expect, it } from "vitest";
import { guessWindow, isLocal, seesImages } from "./known";

describe("the window that is assumed", () => {
  it.each([
    ["openai", "gpt-5-mini", 400_000],
    ["openai", "gpt-4o-2024-11-20", 128_000],
    ["openai", "gpt-4.1-nano", 1_047_576],
    ["openai", "gpt-4", 8_192],
    ["openai", "o3-mini", 200_000],
    ["anthropic", "claude-sonnet-4-5", 200_000],
    ["google", "gemini-2.5-flash", 1_048_576],
    ["openai", "something-new", 128_000],
  ] as const)("of %s:%s is %i", (kind, model, window) => {
    expect(guessWindow(kind, model, undefined)).toBe(window);
  });

  it("of a server on one's own machine is small, whatever the name of the model promises", () => {
    expect(guessWindow("openai-compatible", "llama-4-scout", "http://localhost:11434/v1")).toBe(8_192);
    expect(guessWindow("openai-compatible", "qwen3:8b", "http://192.168.1.20:8000/v1")).toBe(8_192);
  });

  it("behind a gateway follows the name without its vendor, and is modest for an unknown one", () => {
    const gateway = "https://openrouter.ai/api/v1";
    expect(guessWindow("openai-compatible", "anthropic/claude-opus-4.1", gateway)).toBe(200_000);
    expect(guessWindow("openai-compatible", "somebody/their-model", gateway)).toBe(32_768);
  });
});

describe("a local address", () => {
  it.each([
    "http://localhost:1234/v1",
    "http://ollama:11434",
    "http://10.0.0.5/v1",
    "http://172.20.0.2/v1",
    "http://[::1]:8080/v1",
    "http://gpu.local/v1",
  ])("is %s", (url) => {
    expect(isLocal(url)).toBe(true);
  });
  it.each(["https://api.openai.com/v1", "http://172.32.0.1/v1", "https://10.example.org/v1", "http://8.8.8.8/v1"])(
    "is not %s",
    (url) => {
      expect(isLocal(url)).toBe(false);
    },
  );
});

it("knows which families see images", () => {
  expect(seesImages("gpt-4o")).toBe(true);
  expect(seesImages("claude-haiku-4-5")).toBe(true);
  expect(seesImages("o3-mini")).toBe(false);
  expect(seesImages("qwen2.5-vl:7b")).toBe(true);
  expect(seesImages("unheard-of")).toBe(false);
});
