import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { freePort } from "./postgres-server";

const EVERYTHING = resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
/** The official reference server as a command. */
export const everythingCommand = { command: process.execPath, args: [EVERYTHING, "stdio"] };

export type Everything = { url: string /** Ends it without a word. */; stop(): Promise<void>; start(): Promise<void> };

/** The official reference server over streamable HTTP. */
export async function startEverything(): Promise<Everything> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const everything: Everything = {
    url: `http://127.0.0.1:${port}/mcp`,
    async start() {
      child = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
        env: { ...process.env, PORT: String(port) },
        stdio: "ignore",
      });
      for (let attempt = 0; attempt < 400; attempt++) {
        const answers = await fetch(everything.url).then(
          () => true,
          () => false,
        );
        if (answers) return;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error("the reference server did not start");
    },
    async stop() {
      const ended = new Promise((done) => child?.once("exit", done));
      child?.kill("SIGKILL");
      await ended;
    },
  };
  await everything.start();
  return everything;
}

const Message = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string().default(""),
  params: z.looseObject({}).default({}),
});
export type Asked = z.infer<typeof Message>;
export type Answering = { result: unknown } | { error: { code: number; message: string } };
/** The answer to a request; "handled": `response` is used, or left open, by itself; undefined: as an orderly server. */
export type Behaviour = (
  asked: Asked,
  response: ServerResponse,
  request: IncomingMessage,
) => Answering | "handled" | undefined;

export type OddServer = {
  url: string;
  /** All that was asked, in order. */
  asked: Asked[];
  headers: IncomingMessage["headers"][];
  /** From now on. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
};

const HELLO = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "odd", version: "1" },
};

/** A server on this machine that behaves as a test wants it to. */
export async function startOddServer(): Promise<OddServer> {
  let behaviour: Behaviour = () => undefined;
  const asked: Asked[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const server: Server = createServer(async (request, response) => {
    headers.push(request.headers);
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const message = Message.parse(JSON.parse(body));
    asked.push(message);
    const answer = behaviour(message, response, request) ?? plain(message);
    if (answer === "handled") return;
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    asked,
    headers,
    behave(next) {
      behaviour = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** How an orderly server answers what a test says nothing about. */
export function plain({ method }: Asked): Answering {
  if (method === "initialize") return { result: HELLO };
  if (method === "tools/list") return { result: { tools: [] } };
  return { error: { code: -32601, message: "Method not found" } };
}
