import { describe, expect, it } from "vitest";
import { parseConfig } from "@/lib/config";
import { StartupError } from "@/lib/errors";
import { environmentModels } from "./environment";

const read = (env: Record<string, string>, file?: unknown) => environmentModels(parseConfig(env, file));
const problemOf = (env: Record<string, string>, file?: unknown) => {
  try {
    read(env, file);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return null;
};

describe("models of the environment", () => {
  it("are the default first, then the others, then those of cadau.json, each once", () => {
    const { models, defaultRef } = read(
      {
        CADAU_MODEL: "openai:gpt-5",
        CADAU_MODELS: " anthropic:claude-sonnet-4-5, openai:gpt-5 ,openai-compatible:qwen3:8b@32k,",
        OPENAI_API_KEY: "k",
        ANTHROPIC_API_KEY: "k",
        OPENAI_COMPATIBLE_BASE_URL: "http://localhost:11434/v1",
      },
      { models: [{ model: "openai-compatible:phi-4", window_tokens: 16_000, label: "Phi" }] },
    );
    expect(models.map(({ ref, windowTokens, label }) => [ref, windowTokens, label])).toEqual([
      ["openai:gpt-5", 400_000, "gpt-5"],
      ["anthropic:claude-sonnet-4-5", 200_000, "claude-sonnet-4-5"],
      ["openai-compatible:qwen3:8b", 32_000, "qwen3:8b"],
      ["openai-compatible:phi-4", 16_000, "Phi"],
    ]);
    expect(defaultRef).toBe("openai:gpt-5");
  });

  it("take their window from the variable before the file, and from either before what is assumed", () => {
    const env = { CADAU_MODEL: "openai:gpt-5", CADAU_MODELS: "openai:o3@50k", OPENAI_API_KEY: "k" };
    const file = {
      models: [
        { model: "openai:o3", window_tokens: 70_000 },
        { model: "openai:gpt-5", window_tokens: 9_000, label: "Five" },
      ],
    };
    expect(read(env, file).models.map(({ ref, windowTokens, label }) => [ref, windowTokens, label])).toEqual([
      ["openai:gpt-5", 9_000, "Five"],
      ["openai:o3", 50_000, "o3"],
    ]);
  });

  it("have the prices of the file, wherever they are offered from", () => {
    const file = { models: [{ model: "openai:o3", input_price: 2, output_price: 8 }] };
    const { models } = read({ CADAU_MODEL: "openai:o3", CADAU_MODELS: "openai:gpt-5", OPENAI_API_KEY: "k" }, file);
    expect(models.map(({ ref, prices }) => [ref, prices.input_price, prices.output_price])).toEqual([
      ["openai:o3", 2, 8],
      ["openai:gpt-5", undefined, undefined],
    ]);
  });

  it("may be none, or the offline model on purpose", () => {
    expect(read({})).toMatchObject({ models: [], defaultRef: undefined });
    expect(read({ CADAU_MODEL: "offline:cadau" })).toMatchObject({ models: [], defaultRef: "offline:cadau" });
  });

  it("need no key where the address is one's own", () => {
    const { models } = read({ CADAU_MODEL: "openai:gpt-5", OPENAI_BASE_URL: "http://proxy.local/v1" });
    expect(models[0]?.connection).toMatchObject({ baseUrl: "http://proxy.local/v1" });
  });
});

describe("the start stops", () => {
  it.each([
    [{ CADAU_MODEL: "gpt-5" }, 'CADAU_MODEL: "gpt-5" is not provider:model'],
    [
      { CADAU_MODEL: "opnai:gpt-5" },
      'CADAU_MODEL: there is no provider "opnai"; known are openai, anthropic, google, openai-compatible, offline',
    ],
    [{ CADAU_MODEL: "openai:gpt-5" }, "CADAU_MODEL: openai needs OPENAI_API_KEY"],
    [
      { CADAU_MODEL: "openai-compatible:x", OPENAI_COMPATIBLE_API_KEY: "k" },
      "CADAU_MODEL: openai-compatible needs OPENAI_COMPATIBLE_BASE_URL",
    ],
    [
      { CADAU_MODELS: "openai:gpt-5@12", OPENAI_API_KEY: "k" },
      'CADAU_MODELS: "openai:gpt-5@12" has a window of 12 tokens; 1000 is the least',
    ],
    [
      { CADAU_SUMMARY_MODEL: "google:gemini-2.5-flash" },
      "CADAU_SUMMARY_MODEL: google needs GOOGLE_GENERATIVE_AI_API_KEY",
    ],
  ])("on %j and says why", (env, reason) => {
    expect(problemOf(env)).toContain(reason);
  });

  it("names every fault at once, and the place in cadau.json", () => {
    const message = problemOf({ CADAU_MODELS: "a, b" }, { models: [{ model: "nobody:x" }] });
    expect(message).toContain('CADAU_MODELS: "a"');
    expect(message).toContain('CADAU_MODELS: "b"');
    expect(message).toContain("cadau.json models.0.model");
  });
});
