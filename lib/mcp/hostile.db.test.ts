import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { workspaces } from "@/lib/db/schema";
import type { Tool } from "@/lib/tools/tool";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { failureOf } from "@/test/support/failure";
import { type Asked, type Behaviour, type OddServer, plain, startOddServer } from "@/test/support/mcp-servers";
import { NOWHERE } from "@/test/support/tools";
import { closeConnections } from "./connections";
import { addServer, changeServer, getServer } from "./servers";
import { testServer } from "./test-server";
import { mcpToolsFor } from "./tools-for";

// Servers that are broken, slow, or mean no good. None of it is ever more than a note or a failed call.

let me: Actor;
let odd: OddServer;
let id: string;
beforeEach(async () => {
  await freshDatabase();
  me = await makeActor();
  odd = await startOddServer();
  ({ id } = await addServer(me, { name: "odd", url: odd.url, secrets: { Authorization: "Bearer saffron" } }));
});
afterEach(async () => {
  await closeConnections();
  await odd.close();
});

const never = new AbortController().signal;
const toolsNow = (waitMs = 20_000, signal = never) => mcpToolsFor(me, { mcp_servers: [id] }, signal, { waitMs });
const run = (tool: Tool, signal = never) =>
  tool.run({ actor: me, sessionId: NOWHERE, currentSeq: 1, agentId: NOWHERE, callId: "call", signal }, {});

const LOOK = { name: "look", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
const DO = { name: "do", inputSchema: { type: "object" } };
const answers =
  (status: number, headers = {}, body = ""): Behaviour =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
    return "handled";
  };
const hangsUp: Behaviour = (_, response) => {
  response.destroy();
  return "handled";
};
/** Offers two tools; `onCall` says what becomes of a call. */
const withTools =
  (onCall: Behaviour): Behaviour =>
  (asked, response, request) => {
    if (asked.method === "tools/list") return { result: { tools: [LOOK, DO] } };
    return asked.method === "tools/call" ? onCall(asked, response, request) : undefined;
  };
async function theTool(name = "odd__look"): Promise<Tool> {
  const tool = (await toolsNow()).tools.find((each) => each.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}

describe("a server that cannot be connected to is left out, with the reason", () => {
  const cases: [string, Behaviour, string][] = [
    ["401", answers(401, {}, "no"), "unauthorized"],
    ["404", answers(404), "not_found"],
    ["500", answers(500, {}, "<html>"), "server_error"],
    ["a page", answers(200, { "content-type": "text/html" }, "<p>"), "bad_response"],
    ["no JSON", answers(200, { "content-type": "application/json" }, "{"), "bad_response"],
    ["a redirect", answers(307, { location: "http://evil.example/x" }), "redirected"],
    [
      "a list that is none",
      ({ method }) => (method === "tools/list" ? { result: { tools: "all" } } : undefined),
      "bad_response",
    ],
    [
      "a schema that is none",
      ({ method }) => (method === "tools/list" ? { result: { tools: [{ name: "x", inputSchema: 7 }] } } : undefined),
      "bad_response",
    ],
    ["a hang-up", hangsUp, "cut_off"],
  ];
  test.each(cases)("%s", async (_, behaviour, fault) => {
    odd.behave(behaviour);
    const { tools, problems } = await toolsNow();
    expect(tools).toEqual([]);
    expect(problems).toEqual([{ server: "odd", fault, message: expect.any(String) }]);
    expect((await getServer(me, id)).state).toMatchObject({ status: "failed", failure: { fault } });
  });

  test("nobody listens", async () => {
    await odd.close();
    expect((await toolsNow()).problems).toMatchObject([{ fault: "unreachable" }]);
  });
});

test("it is left alone for a while after a failure, until somebody tests it or changes it", async () => {
  odd.behave(answers(503));
  await toolsNow();
  const asked = odd.asked.length;
  expect((await toolsNow()).problems).toMatchObject([{ fault: "server_error" }]);
  expect(odd.asked).toHaveLength(asked);
  odd.behave(withTools(() => undefined));
  expect(await testServer(me, id)).toMatchObject({
    ok: true,
    tools: [{ name: "odd__look", read_only: true }, { read_only: false }],
  });
  expect((await toolsNow()).problems).toEqual([]);
  odd.behave(answers(503));
  await testServer(me, id);
  odd.behave(withTools(() => undefined));
  await changeServer(me, id, { name: "other" });
  expect((await toolsNow()).tools.map(({ name }) => name)).toEqual(["other__look", "other__do"]);
});

test("a server that never answers does not hold an answer, and is there once it does", async () => {
  let answer = () => {};
  odd.behave((asked, response, request) => {
    if (asked.method !== "initialize") return withTools(() => undefined)(asked, response, request);
    answer = () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...plain(asked) }));
    };
    return "handled";
  });
  const started = performance.now();
  expect((await toolsNow(300)).problems).toMatchObject([{ fault: "timeout" }]);
  expect(performance.now() - started).toBeLessThan(3_000);
  answer();
  expect((await toolsNow()).tools).toHaveLength(2);
});

test("Stop ends the waiting", async () => {
  odd.behave(() => "handled");
  const stop = new AbortController();
  const waiting = toolsNow(20_000, stop.signal);
  setTimeout(() => stop.abort(new Error("stopped")), 100);
  await expect(waiting).rejects.toThrow("stopped");
});

test("lists without end, of many pages, and cursors that go in circles", async () => {
  const page = Array.from({ length: 60 }, (_, i) => ({ ...LOOK, name: `tool${i}` }));
  let pages = 0;
  odd.behave(({ method }) => {
    if (method !== "tools/list") return undefined;
    pages++;
    return {
      result: { tools: page.map((tool) => ({ ...tool, name: `${tool.name}_${pages}` })), nextCursor: `c${pages}` },
    };
  });
  expect((await toolsNow()).tools).toHaveLength(100);
  expect(pages).toBeLessThan(5);
  odd.behave(({ method }) => (method === "tools/list" ? { result: { tools: [], nextCursor: "same" } } : undefined));
  expect(await testServer(me, id)).toMatchObject({ ok: true, tools: [] });
});

test("the list is kept, and asked for again once the server says that it has changed", async () => {
  const timesListed = () => odd.asked.filter(({ method }) => method === "tools/list").length;
  odd.behave(
    withTools(({ id: call }, response) => {
      const say = (message: object) => response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
      response.writeHead(200, { "content-type": "text/event-stream" });
      say({ method: "notifications/tools/list_changed" });
      say({ id: call, result: { content: [] } });
      response.end();
      return "handled";
    }),
  );
  const tool = await theTool();
  await toolsNow();
  const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 20_000);
  await toolsNow();
  expect(timesListed()).toBe(1);
  await run(tool);
  await toolsNow();
  expect(timesListed()).toBe(2);
  later.mockRestore();
});

describe("calls", () => {
  const codeOf = async (onCall: Behaviour, name?: string) => {
    odd.behave(withTools(onCall));
    return failureOf(run(await theTool(name)));
  };

  test("an error, an error in the result, nonsense", async () => {
    expect(await codeOf(() => ({ error: { code: -32602, message: "Bad city" } }))).toBe("invalid_input");
    expect(await codeOf(() => ({ error: { code: -32603, message: "Oh" } }))).toBe("server_refused");
    expect(await codeOf(() => ({ result: { content: [{ type: "text", text: "No" }], isError: true } }))).toBe(
      "tool_failed",
    );
    expect(await codeOf(() => ({ result: { content: 7 } }))).toBe("server_bad_response");
  });

  test("an answer larger than can be held", async () => {
    const text = "x".repeat(17_000_000);
    expect(await codeOf(() => ({ result: { content: [{ type: "text", text }] } }))).toBe("server_too_large");
  });

  test("a crash in the middle of a call, before and after the answer began; whether it was done is not known", async () => {
    expect(await codeOf(hangsUp)).toBe("server_cut_off");
    await changeServer(me, id, { name: "second" });
    odd.behave(
      withTools((_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).write(": soon\n\n");
        setTimeout(() => response.destroy(), 50);
        return "handled";
      }),
    );
    await expect(run(await theTool("second__do"))).rejects.toThrow(/not known whether the call was carried out/);
    await changeServer(me, id, { name: "third" });
    odd.behave(
      withTools((_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing\n\n");
        return "handled";
      }),
    );
    expect(await failureOf(run(await theTool("third__look")))).toBe("server_cut_off");
  });

  test("a call that is given up is cancelled at the server", async () => {
    odd.behave(withTools(() => "handled"));
    const stop = new AbortController();
    const call = run(await theTool(), stop.signal);
    await expect.poll(() => odd.asked.some(({ method }) => method === "tools/call")).toBe(true);
    stop.abort(new Error("stopped"));
    await expect(call).rejects.toThrow("stopped");
    const called = odd.asked.find(({ method }) => method === "tools/call");
    const isCancelled = ({ method, params }: Asked) =>
      method === "notifications/cancelled" && params["requestId"] === called?.id;
    await expect.poll(() => odd.asked.some(isCancelled)).toBe(true);
  });

  test("a call that goes wrong takes no other one with it, and the server is asked again at once", async () => {
    const slow = new Map<string, () => void>();
    odd.behave(
      withTools(({ id: call, params }, response) => {
        if (params["name"] === "do") return hangsUp({ method: "", params: {} }, response, response.req);
        slow.set("look", () => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(
            JSON.stringify({ jsonrpc: "2.0", id: call, result: { content: [{ type: "text", text: "seen" }] } }),
          );
        });
        return "handled";
      }),
    );
    const look = run(await theTool());
    await expect.poll(() => slow.size).toBe(1);
    expect(await failureOf(run(await theTool("odd__do")))).toBe("server_cut_off");
    slow.get("look")?.();
    expect(await look).toBe("seen");
    expect((await toolsNow()).problems).toEqual([]);
  });

  test("a call is sent once, whatever comes of it", async () => {
    await codeOf(answers(500), "odd__do");
    expect(odd.asked.filter(({ method }) => method === "tools/call")).toHaveLength(1);
  });
});

test("the headers go with every request, and to nowhere else", async () => {
  const other = await startOddServer();
  odd.behave(answers(308, { location: other.url }));
  expect((await toolsNow()).problems).toMatchObject([{ fault: "redirected" }]);
  expect(odd.headers[0]?.authorization).toBe("Bearer saffron");
  expect(other.headers).toEqual([]);
  await other.close();
});

describe("commands", () => {
  const script = (code: string) => ({
    name: "cmd",
    transport: "stdio" as const,
    command: process.execPath,
    args: ["-e", code],
  });
  beforeEach(async () => {
    await (await getDb()).update(workspaces).set({ isHome: true }).where(eq(workspaces.id, me.workspaceId));
    config().MCP_STDIO = true;
  });
  afterEach(() => {
    config().MCP_STDIO = false;
  });
  const tested = async (input: Parameters<typeof addServer>[1]) => testServer(me, (await addServer(me, input)).id);

  test("that do not exist, end at once, or flood us", async () => {
    expect(await tested({ ...script(""), command: "/nowhere/at-all" })).toMatchObject({
      failure: { fault: "not_started" },
    });
    expect(await tested({ ...script("console.error('no licence'); process.exit(3)"), name: "b" })).toMatchObject({
      failure: { fault: "crashed", said: "no licence" },
    });
    const flood = "const s='x'.repeat(1e6); (function f(){ process.stdout.write(s, f) })()";
    expect(await tested({ ...script(flood), name: "c" })).toMatchObject({ failure: { fault: "too_large" } });
  });

  test("go with all that they have started, also when they will not", async () => {
    const stubborn = `process.on('SIGTERM', () => {});
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
      const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (method === 'initialize') answer(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } });
        if (method === 'tools/list') answer(id, { tools: [{ name: process.pid + '-' + child.pid, inputSchema: { type: 'object' } }] });
      });
      setInterval(() => {}, 1e6);`;
    const { ok, tools } = await tested(script(stubborn));
    expect(ok).toBe(true);
    const pids =
      /(\d+)-(\d+)$/
        .exec(tools[0]?.name ?? "")
        ?.slice(1)
        .map(Number) ?? [];
    expect(pids).toHaveLength(2);
    await closeConnections();
    const lives = (pid: number) => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    };
    await expect.poll(() => pids.filter(lives)).toEqual([]);
  });
});
