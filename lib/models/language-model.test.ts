import { streamText } from "ai";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { deadAddress, type ScriptedProvider, startScriptedProvider } from "@/test/scripted-provider";
import { classifyFault } from "./faults";
import { type Connection, languageModel } from "./language-model";

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startScriptedProvider();
});
afterAll(() => provider.close());
afterEach(() => {
  provider.script(null);
  provider.requests.length = 0;
});

const connections = (): [string, Connection][] => [
  ["openai-compatible", { kind: "openai-compatible", name: "scripted", baseUrl: provider.url }],
  ["openai at another address", { kind: "openai", name: "openai", baseUrl: provider.url, apiKey: "sk-test" }],
];

async function talk(connection: Connection, prompt: string, abortSignal?: AbortSignal, name = "scripted-small") {
  const result = streamText({
    model: languageModel(connection, name),
    prompt,
    maxRetries: 0,
    onError: () => {},
    ...(abortSignal && { abortSignal }),
  });
  const told = {
    text: "",
    reasoning: "",
    error: undefined as unknown,
    finish: undefined as string | undefined,
    usage: {} as unknown,
  };
  try {
    for await (const part of result.stream) {
      if (part.type === "text-delta") told.text += part.text;
      if (part.type === "reasoning-delta") told.reasoning += part.text;
      if (part.type === "error") told.error ??= part.error;
      if (part.type === "finish") {
        told.finish = part.finishReason;
        told.usage = { input: part.totalUsage.inputTokens, output: part.totalUsage.outputTokens };
      }
    }
  } catch (error) {
    told.error ??= error;
  }
  return told;
}

describe.each([0, 1])("a model behind connection %i", (n) => {
  const connection = () => connections()[n]?.[1] ?? expect.unreachable();

  it("streams text and counts its tokens", async () => {
    const told = await talk(connection(), "#say one two three");
    expect(told).toMatchObject({ text: "one two three", finish: "stop", usage: { output: 3 } });
    expect(provider.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it.each([
    ["#fail 500", "server_error"],
    ["#fail 429 3", "rate_limited"],
    ["#fail 401", "unauthorized"],
    ["#fail 404", "model_missing"],
    ["#toolong openai", "context_too_long"],
    ["#toolong vllm", "context_too_long"],
    ["#toolong llama.cpp", "context_too_long"],
    ["#cut 3", "cut_off"],
    ["#garbage 2", "bad_response"],
  ])("that answers %s has the fault %s", async (prompt, fault) => {
    const { error } = await talk(connection(), prompt);
    expect(classifyFault(error)).toMatchObject({ fault });
  });

  it("passes on how long to wait", async () => {
    const { error } = await talk(connection(), "#fail 429 3");
    expect(classifyFault(error)).toMatchObject({ retryable: true, retryAfterMs: 3_000 });
  });

  it("keeps what came before the connection broke off", async () => {
    expect((await talk(connection(), "#cut 3")).text).toBe("w1 w2 w3");
  });

  it("says why it ended early", async () => {
    expect((await talk(connection(), "#length")).finish).toBe("length");
    expect((await talk(connection(), "#refuse")).finish).toBe("content-filter");
  });

  it("closes the provider's connection when it is cut", async () => {
    const cut = new AbortController();
    const talking = talk(connection(), "#slow 400x20", cut.signal);
    await expect.poll(() => provider.requests).toHaveLength(1);
    cut.abort();
    await talking;
    await expect.poll(() => provider.requests[0]?.closedByClientAt).not.toBeNull();
  });
});

it("shows the reasoning that a server sends beside the text", async () => {
  const connection: Connection = { kind: "openai-compatible", name: "scripted", baseUrl: provider.url };
  expect(await talk(connection, "#think step by step")).toMatchObject({
    reasoning: "step by step",
    text: "Thought about it.",
  });
});

it("takes thoughts out of the text of models that write them there, and only of those", async () => {
  const connection: Connection = { kind: "openai-compatible", name: "scripted", baseUrl: provider.url };
  provider.script("<think>Two and two.</think>Four.");
  expect(await talk(connection, "sum", undefined, "qwen3:8b")).toMatchObject({
    reasoning: "Two and two.",
    text: "Four.",
  });
  expect(await talk(connection, "sum")).toMatchObject({ reasoning: "", text: "<think>Two and two.</think>Four." });
});

it("sends no key where there is none, whatever stands in the environment", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-of-somebody-else");
  await talk({ kind: "openai-compatible", name: "scripted", baseUrl: provider.url }, "hello");
  await talk({ kind: "openai", name: "openai", baseUrl: provider.url }, "hello");
  vi.unstubAllEnvs();
  expect(JSON.stringify(provider.requests)).not.toContain("sk-of-somebody-else");
});

it("does not follow a redirect", async () => {
  provider.script({ kind: "error", status: 307, headers: { location: `${provider.url}/elsewhere` }, body: {} });
  const { error } = await talk(
    { kind: "openai-compatible", name: "x", baseUrl: provider.url, apiKey: "sk-test" },
    "hello",
  );
  expect(classifyFault(error)).toMatchObject({ fault: "bad_response", message: expect.stringContaining("redirects") });
  expect(provider.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
});

it("says that nobody listens there", async () => {
  const { error } = await talk({ kind: "openai-compatible", name: "x", baseUrl: await deadAddress() }, "hello");
  expect(classifyFault(error)).toMatchObject({ fault: "unreachable" });
});

it("speaks Responses with OpenAI itself, and asks it to keep nothing", async () => {
  const asked: { url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, body: JSON.parse(String(init.body)) });
    return new Response("{}", { status: 500 });
  });
  await talk({ kind: "openai", name: "openai", apiKey: "sk-test" }, "hello");
  vi.unstubAllGlobals();
  expect(asked[0]).toMatchObject({ url: "https://api.openai.com/v1/responses", body: { store: false, stream: true } });
});
