import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { parseOffer, parseRef } from "./ref";

describe("a model's reference", () => {
  it("splits at the first colon, since a model's name may hold more", () => {
    expect(parseRef("ollama:qwen3:8b")).toEqual({ provider: "ollama", model: "qwen3:8b" });
    expect(parseRef("openrouter:anthropic/claude-sonnet-4.5:beta")).toEqual({
      provider: "openrouter",
      model: "anthropic/claude-sonnet-4.5:beta",
    });
  });

  it.each(["", "gpt-5", ":gpt-5", "openai:", "openai: ", "open ai:gpt", "openai:gpt 5"])("is not %j", (ref) => {
    expect(parseRef(ref)).toBeNull();
  });

  it.each([
    ["openai:gpt-5@400000", 400_000],
    ["openai:gpt-5@400k", 400_000],
    ["google:gemini-2.5-pro@1M", 1_000_000],
  ])("takes a window behind the last @: %s", (entry, windowTokens) => {
    expect(parseOffer(entry)).toMatchObject({ windowTokens });
  });

  it("leaves an @ alone that no number follows", () => {
    expect(parseOffer("openai-compatible:acct@latest")).toEqual({
      ref: "openai-compatible:acct@latest",
      provider: "openai-compatible",
      model: "acct@latest",
    });
  });

  const word = fc.stringMatching(/^[a-z0-9][a-z0-9.:/-]{0,20}$/);
  test.prop([fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/), word, fc.option(fc.integer({ min: 1, max: 9_999_999 }))])(
    "reads back what it was written from",
    (provider, model, window) => {
      const ref = `${provider}:${model}`;
      const offer = parseOffer(window === null ? ref : `${ref}@${window}`);
      expect(offer).toEqual({ ref, provider, model, ...(window !== null && { windowTokens: window }) });
    },
  );
});
