import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { deadAddress } from "@/test/scripted-provider";
import { detectOllama, loadedWindow } from "./ollama";

/** For what is found: this machine may be busy, and only one case is about not waiting. */
const PATIENT_MS = 20_000;
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
  expect(await detectOllama(url, PATIENT_MS)).toEqual([
    { id: "llama3.2:latest", window_tokens: 4_096 },
    { id: "qwen3:8b", window_tokens: 4_096 },
  ]);
});

it("does not wait for one that is not there, or does not answer at once", async () => {
  expect(await detectOllama(await deadAddress())).toBeNull();
  // The list that comes in the end would be empty, not null: it was not waited for.
  expect(await detectOllama(await ollama({ "/api/tags": { models: [] } }, 5_000))).toBeNull();
});

it("takes nothing else for an Ollama", async () => {
  expect(await detectOllama(await ollama({ "/api/tags": { hello: "world" } }), PATIENT_MS)).toBeNull();
});

it("reads the window that a model was loaded with", async () => {
  const url = await ollama({
    "/api/ps": { models: [{ name: "llama3.2:latest", context_length: 32_768 }, { name: "old" }] },
  });
  expect(await loadedWindow(url, "llama3.2", PATIENT_MS)).toBe(32_768);
  expect(await loadedWindow(url, "old", PATIENT_MS)).toBeUndefined();
  expect(await loadedWindow(url, "not-loaded", PATIENT_MS)).toBeUndefined();
  expect(await loadedWindow(await deadAddress(), "m")).toBeUndefined();
});
