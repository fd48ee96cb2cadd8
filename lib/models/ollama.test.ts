import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { deadAddress } from "@/test/scripted-provider";
import { detectOllama, loadedWindow } from "./ollama";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function ollama(answers: Record<string, unknown>, delayMs = 0): Promise<string> {
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    setTimeout(() => response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {})), delayMs);
  });
  await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

it("finds the models of a local Ollama, small windows assumed, without those that only embed", async () => {
  const url = await ollama({
    "/api/tags": { models: ["qwen3:8b", "nomic-embed-text:latest", "llama3.2:latest"].map((name) => ({ name })) },
  });
  expect(await detectOllama(url)).toEqual([
    { id: "llama3.2:latest", window_tokens: 4_096 },
    { id: "qwen3:8b", window_tokens: 4_096 },
  ]);
});

it("does not wait for one that is not there, or does not answer at once", async () => {
  expect(await detectOllama(await deadAddress())).toBeNull();
  const started = performance.now();
  expect(await detectOllama(await ollama({ "/api/tags": { models: [] } }, 5_000))).toBeNull();
  expect(performance.now() - started).toBeLessThan(2_000);
});

it("takes nothing else for an Ollama", async () => {
  expect(await detectOllama(await ollama({ "/api/tags": { hello: "world" } }))).toBeNull();
});

it("reads the window that a model was loaded with", async () => {
  const url = await ollama({
    "/api/ps": { models: [{ name: "llama3.2:latest", context_length: 32_768 }, { name: "old" }] },
  });
  expect(await loadedWindow(url, "llama3.2")).toBe(32_768);
  expect(await loadedWindow(url, "old")).toBeUndefined();
  expect(await loadedWindow(url, "not-loaded")).toBeUndefined();
  expect(await loadedWindow(await deadAddress(), "m")).toBeUndefined();
});
