import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { deadAddress, startScriptedProvider } from "@/test/scripted-provider";
import { listModels } from "./catalog";
import { classifyFault } from "./faults";
import type { Connection } from "./language-model";
import { testModel } from "./test-model";

/** Plays a provider's own protocol: one answer for each path. */
let answers: Record<string, { status?: number; type?: string; body: string }> = {};
let asked: Pick<IncomingMessage, "url" | "headers">[] = [];
let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ url: request.url ?? "", headers: request.headers });
    const {
      status = 200,
      type = "application/json",
      body,
    } = answers[(request.url ?? "").split("?")[0] ?? ""] ?? { status: 404, body: "{}" };
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
afterEach(() => {
  answers = {};
  asked = [];
});

const json = (body: unknown, status?: number) => ({ body: JSON.stringify(body), ...(status && { status }) });
const events = (...list: unknown[]) => ({
  type: "text/event-stream",
  body: list
    .map((event) => `event: ${(event as { type?: string }).type ?? "message"}\ndata: ${JSON.stringify(event)}\n\n`)
    .join(""),
});
const at = (kind: Connection["kind"], path: string): Connection => ({
  kind,
  name: kind,
  baseUrl: `${base}${path}`,
  apiKey: "the-key",
});

describe("a provider's list of models", () => {
  it("is read from OpenAI's form, without those that do not converse", async () => {
    answers["/v1/models"] = json({
      data: ["gpt-5", "text-embedding-3-small", "whisper-1", "gpt-4o", "dall-e-3", "tts-1"].map((id) => ({ id })),
    });
    expect((await listModels(at("openai", "/v1"))).map(({ id }) => id)).toEqual(["gpt-4o", "gpt-5"]);
    expect(asked[0]?.headers.authorization).toBe("Bearer the-key");
  });

  it.each([
    ["vLLM", { max_model_len: 32_768 }, { window_tokens: 32_768 }],
    ["llama.cpp", { meta: { n_ctx: 8_192, n_ctx_train: 131_072 } }, { window_tokens: 8_192 }],
    ["LM Studio", { loaded_context_length: 4_096, max_context_length: 131_072 }, { window_tokens: 4_096 }],
    ["Groq", { context_window: 131_072 }, { window_tokens: 131_072 }],
    ["Mistral", { max_context_length: 128_000 }, { window_tokens: 128_000 }],
    [
      "OpenRouter",
      { name: "A: Model", context_length: 200_000, pricing: { prompt: "0.000003", completion: "0.000015" } },
      { label: "A: Model", window_tokens: 200_000, input_price: 3, output_price: 15 },
    ],
    ["a server with odd values", { context_length: "unknown", pricing: { prompt: "-1" }, meta: 7, name: null }, {}],
  ])("holds the window where %s names it", async (_name, extra, expected) => {
    answers["/v1/models"] = json({ data: [{ id: "a/model", ...extra }] });
    expect(await listModels(at("openai-compatible", "/v1"))).toEqual([{ id: "a/model", ...expected }]);
  });

  it("is read from Anthropic", async () => {
    answers["/v1/models"] = json({
      data: [{ type: "model", id: "claude-sonnet-4-5", display_name: "Claude Sonnet 4.5" }],
      has_more: false,
    });
    expect(await listModels(at("anthropic", "/v1"))).toEqual([{ id: "claude-sonnet-4-5", label: "Claude Sonnet 4.5" }]);
    expect(asked[0]?.headers).toMatchObject({ "x-api-key": "the-key", "anthropic-version": "2023-06-01" });
  });

  it("is read from Google", async () => {
    answers["/v1beta/models"] = json({
      models: [
        {
          name: "models/gemini-2.5-flash",
          displayName: "Gemini 2.5 Flash",
          inputTokenLimit: 1_048_576,
          supportedGenerationMethods: ["generateContent"],
        },
        { name: "models/gemini-embedding-001", supportedGenerationMethods: ["embedContent"] },
      ],
    });
    expect(await listModels(at("google", "/v1beta"))).toEqual([
      { id: "gemini-2.5-flash", label: "Gemini 2.5 Flash", window_tokens: 1_048_576 },
    ]);
    expect(asked[0]?.headers["x-goog-api-key"]).toBe("the-key");
    expect(asked[0]?.url).not.toContain("the-key");
  });

  it.each([
    [{ body: "{}", status: 401 }, "unauthorized"],
    [{ body: "<html>Not found</html>", status: 404 }, "model_missing"],
    [{ body: "<html>Hello</html>" }, "bad_response"],
    [{ body: '{"data": 7}' }, "bad_response"],
    [{ body: "", status: 302 }, "bad_response"],
  ])("that cannot be had is a fault: %j", async (answer, fault) => {
    answers["/v1/models"] = answer;
    const error = await listModels(at("openai-compatible", "/v1")).catch((thrown: unknown) => thrown);
    expect(classifyFault(error).fault).toBe(fault);
  });
});

describe("a test call", () => {
  it("reaches an OpenAI-compatible server and is given up at the first word", async () => {
    const provider = await startScriptedProvider();
    provider.script({ kind: "answer", chunks: ["ready", " and", " more"], everyMs: 5_000 });
    const result = await testModel({ kind: "openai-compatible", name: "x", baseUrl: provider.url }, "scripted-small");
    expect(result).toMatchObject({ ok: true, latencyMs: expect.any(Number) });
    await expect.poll(() => provider.requests[0]?.closedByClientAt).toEqual(expect.any(Number));
    provider.script({ kind: "answer" });
    expect(await testModel({ kind: "openai-compatible", name: "x", baseUrl: provider.url }, "m")).toMatchObject({
      fault: "empty_answer",
    });
    await provider.close();
  });

  it("reaches Anthropic", async () => {
    answers["/v1/messages"] = events(
      {
        type: "message_start",
        message: {
          id: "m",
          type: "message",
          role: "assistant",
          model: "claude",
          content: [],
          usage: { input_tokens: 5, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ready" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    );
    expect(await testModel(at("anthropic", "/v1"), "claude-sonnet-4-5")).toMatchObject({ ok: true });
    answers["/v1/messages"] = json(
      { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
      401,
    );
    expect(await testModel(at("anthropic", "/v1"), "claude-sonnet-4-5")).toMatchObject({
      ok: false,
      fault: "unauthorized",
    });
  });

  it("reaches Google", async () => {
    const path = "/v1beta/models/gemini-2.5-flash:streamGenerateContent";
    answers[path] = events({
      candidates: [{ content: { role: "model", parts: [{ text: "ready" }] }, finishReason: "STOP" }],
    });
    expect(await testModel(at("google", "/v1beta"), "gemini-2.5-flash")).toMatchObject({ ok: true });
    answers[path] = json(
      { error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } },
      400,
    );
    expect(await testModel(at("google", "/v1beta"), "gemini-2.5-flash")).toMatchObject({
      ok: false,
      fault: "unauthorized",
    });
  });

  it("says in plain words that nobody answers", async () => {
    expect(await testModel({ kind: "openai-compatible", name: "x", baseUrl: await deadAddress() }, "m")).toMatchObject({
      ok: false,
      fault: "unreachable",
      message: "The model's provider cannot be reached (ECONNREFUSED).",
    });
  });
});
