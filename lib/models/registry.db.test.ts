import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { modelsOverview } from "./overview";
import { chooseDefaultModel } from "./provider-models";
import { addProvider } from "./providers";
import {
  defaultModelRef,
  hasConfiguredModel,
  offeredModels,
  resolveModel,
  resolveModelOrDefault,
  resolveSummaryModel,
} from "./registry";

// The environment is read once a process, and each test file has one of its own.
Object.assign(process.env, {
  CADAU_MODEL: "openai-compatible:big",
  CADAU_MODELS: "openai-compatible:small@16k,openai:gpt-5",
  CADAU_SUMMARY_MODEL: "openai-compatible:cheap",
  OPENAI_COMPATIBLE_BASE_URL: "https://llm.example.org/v1",
  OPENAI_API_KEY: "sk-of-the-operator-0123456789",
});

let owner: Actor;
beforeAll(freshDatabase);
beforeEach(async () => {
  owner = await makeActor();
});
const addGateway = () =>
  addProvider(owner, {
    kind: "openai-compatible",
    name: "Gateway",
    base_url: "https://gateway.example.org/v1",
    models: [{ id: "m" }],
  });

describe("with models in the environment", () => {
  it("they come first, then the stored ones, the offline model last", async () => {
    await addGateway();
    expect((await offeredModels(owner)).map(({ ref, source }) => [ref, source])).toEqual([
      ["openai-compatible:big", "environment"],
      ["openai-compatible:small", "environment"],
      ["openai:gpt-5", "environment"],
      ["gateway:m", "stored"],
      ["offline:cadau", "built-in"],
    ]);
    expect(await hasConfiguredModel(owner)).toBe(true);
  });

  it("CADAU_MODEL answers until the workspace chooses, and again when the choice is taken back", async () => {
    await addGateway();
    expect(await resolveModel(owner, null)).toMatchObject({ ref: "openai-compatible:big", windowTokens: 32_768 });
    await chooseDefaultModel(owner, "gateway:m");
    expect(await defaultModelRef(owner)).toBe("gateway:m");
    await chooseDefaultModel(owner, null);
    expect(await defaultModelRef(owner)).toBe("openai-compatible:big");
  });

  it("each is resolved with its window, and a conversation's lost one falls back", async () => {
    expect(await resolveModel(owner, "openai-compatible:small")).toMatchObject({ windowTokens: 16_000, vision: false });
    expect(await resolveModel(owner, "openai:gpt-5")).toMatchObject({ windowTokens: 400_000, vision: true });
    expect(await resolveModelOrDefault(owner, "openai-compatible:gone")).toMatchObject({
      ref: "openai-compatible:big",
    });
    expect(await resolveModelOrDefault(owner, "nonsense")).toMatchObject({ ref: "openai-compatible:big" });
  });

  it("a model has the prices that were set on the page", async () => {
    const models = [{ id: "m", input_price: 3, output_price: 15 }, { id: "n" }];
    const { slug } = await addProvider(owner, { kind: "openai", name: "Priced", models });
    expect((await resolveModel(owner, `${slug}:m`)).prices).toMatchObject({ input_price: 3, output_price: 15 });
    expect((await resolveModel(owner, `${slug}:n`)).prices.input_price).toBeUndefined();
  });

  it("the summary model need not be on offer", async () => {
    expect(await resolveSummaryModel(owner)).toMatchObject({ ref: "openai-compatible:cheap" });
    expect((await offeredModels(owner)).map(({ ref }) => ref)).not.toContain("openai-compatible:cheap");
  });

  it("a stored provider takes another name than theirs, so that each reference means one model", async () => {
    const { slug } = await addProvider(owner, { kind: "openai", name: "OpenAI", models: [{ id: "gpt-5" }] });
    expect(slug).toBe("openai-2");
  });

  it("the page shows their host to owners, and no key to anybody", async () => {
    const { environment } = await modelsOverview(owner);
    expect(environment.map(({ kind, host, models }) => [kind, host, models.length])).toEqual([
      ["openai", "api.openai.com", 1],
      ["openai-compatible", "llm.example.org", 2],
    ]);
    expect(JSON.stringify(await modelsOverview(owner))).not.toContain("operator");
  });
});
