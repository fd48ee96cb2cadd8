import { expect, test } from "vitest";
import { imageCost, ruleOf } from "./image-tokens";

test.each([
  // The examples of the providers' own pages.
  ["openai", 1024, 1024, 765],
  ["openai", 2048, 4096, 1105],
  ["openai", 200, 100, 255],
  ["openai-mini", 1024, 1024, 2833 + 4 * 5667],
  ["anthropic", 1000, 1000, 1334],
  ["anthropic", 200, 200, 54],
  ["anthropic", 1568, 1568, 1600],
  ["google", 384, 384, 258],
  ["google", 960, 540, 6 * 258],
] as const)("%s counts %i × %i as %i tokens", (rule, width, height, tokens) => {
  expect(imageCost(rule, width, height)).toBe(tokens);
});

test.each([
  ["anthropic:claude-opus-4-6", "anthropic"],
  ["openrouter:anthropic/claude-sonnet-5", "anthropic"],
  ["google:gemini-3-pro", "google"],
  ["openai:gpt-5.2", "openai"],
  ["openai:gpt-4o-mini", "openai-mini"],
  ["openai-compatible:llava:13b", "openai"],
])("%s is counted as %s does", (ref, rule) => {
  expect(ruleOf(ref)).toBe(rule);
});
