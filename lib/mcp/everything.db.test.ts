import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { config } from "@/lib/config";
import { getDb } from "@/lib/db/client";
import { workspaces } from "@/lib/db/schema";
import type { Tool } from "@/lib/tools/tool";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { failureOf } from "@/test/support/failure";
import { type Everything, everythingCommand, startEverything } from "@/test/support/mcp-servers";
import { NOWHERE } from "@/test/support/tools";
import { closeConnections } from "./connections";
import { addServer, changeServer, getServer, removeServer } from "./servers";
import { testServer } from "./test-server";
import { mcpToolsFor } from "./tools-for";

// The official reference server, as it is published.

let everything: Everything;
beforeAll(async () => {
  everything = await startEverything();
});
afterAll(() => everything.stop());

let me: Actor;
beforeEach(async () => {
  await freshDatabase();
  me = await makeActor();
  await (await getDb()).update(workspaces).set({ isHome: true }).where(eq(workspaces.id, me.workspaceId));
  config().MCP_STDIO = true;
});
afterEach(async () => {
  config().MCP_STDIO = false;
  await closeConnections();
});

const never = new AbortController().signal;

async function toolsOf(...ids: string[]) {
  const { tools, problems } = await mcpToolsFor(me, { mcp_servers: ids }, never, { waitMs: 20_000 });
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    problems,
    names: [...byName.keys()],
    tool(name: string): Tool {
      const found = byName.get(name);
      if (!found) throw new Error(`there is no tool ${name} among ${[...byName.keys()].join(", ")}`);
      return found;
    },
  };
}
const run = (tool: Tool, input: unknown, signal = never) =>
  tool.run({ actor: me, sessionId: NOWHERE, currentSeq: 1, agentId: NOWHERE, callId: "call", signal }, input);

const WAYS = [
  ["streamable HTTP", () => ({ name: "every", url: everything.url })],
  ["stdio", () => ({ name: "every", transport: "stdio" as const, ...everythingCommand })],
] as const;

describe.each(WAYS)("over %s", (_, given) => {
  test("its tools are listed, with what is known of them", async () => {
    const { id } = await addServer(me, given());
    expect((await getServer(me, id)).state).toEqual({ status: "idle", tools: null, failure: null });
    const { names, tool, problems } = await toolsOf(id);
    expect(problems).toEqual([]);
    expect(names).toContain("every__echo");
    expect(tool("every__get-sum").input).toMatchObject({
      jsonSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a", "b"] },
    });
    expect(tool("every__echo")).toMatchObject({ hasEffect: false, byDefault: "on" });
    const { state } = await getServer(me, id);
    expect(state).toMatchObject({ status: "connected", tools: names.length, failure: null });
  });

  test("calls are answered: text, structured content, an image, a resource", async () => {
    const { id } = await addServer(me, given());
    const { tool } = await toolsOf(id);
    expect(await run(tool("every__echo"), { message: "你好" })).toBe("Echo: 你好");
    expect(await run(tool("every__get-structured-content"), { location: "New York" })).toMatchObject({
      temperature: expect.any(Number),
    });
    expect(await run(tool("every__get-tiny-image"), {})).toMatch(/\[image image\/png, \d+ bytes\]/);
    expect(await run(tool("every__get-resource-links"), { count: 2 })).toMatch(/\[resource_link /);
  });

  test("a call that it cannot make sense of is a failure with its words", async () => {
    const { id } = await addServer(me, given());
    const { tool } = await toolsOf(id);
    await expect(run(tool("every__get-sum"), { a: "one" })).rejects.toThrow(/invalid/i);
    expect(await failureOf(run(tool("every__echo"), "no object"))).toBe("invalid_input");
  });

  test("a long call is given up at once, and the connection goes on", async () => {
    const { id } = await addServer(me, given());
    const { tool } = await toolsOf(id);
    const stop = new AbortController();
    const started = performance.now();
    const long = run(tool("every__trigger-long-running-operation"), { duration: 60, steps: 2 }, stop.signal);
    setTimeout(() => stop.abort(new Error("stopped")), 300);
    await expect(long).rejects.toThrow("stopped");
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await run(tool("every__echo"), { message: "still there" })).toBe("Echo: still there");
  });

  test("the test of a server lists its tools, also while it is switched off", async () => {
    const { id } = await addServer(me, { ...given(), enabled: false });
    const tested = await testServer(me, id);
    expect(tested).toMatchObject({ ok: true, failure: null, left_out: 0 });
    expect(tested.tools.map(({ name }) => name)).toContain("every__echo");
    expect((await toolsOf(id)).names).toEqual([]);
  });

  test("after a change or a removal the tools of before do nothing any more, or what they should now", async () => {
    const { id } = await addServer(me, given());
    const { tool } = await toolsOf(id);
    await changeServer(me, id, { name: "renamed" });
    expect(await run(tool("every__echo"), { message: "on" })).toBe("Echo: on");
    await changeServer(me, id, { enabled: false });
    expect(await failureOf(run(tool("every__echo"), { message: "off" }))).toBe("server_gone");
    await removeServer(me, id);
    expect(await failureOf(run(tool("every__echo"), { message: "gone" }))).toBe("server_gone");
  });
});

test("a server that forgot us, since it was started anew, is connected to again in the same call", async () => {
  const { id } = await addServer(me, { name: "every", url: everything.url });
  const { tool } = await toolsOf(id);
  await everything.stop();
  await everything.start();
  expect(await run(tool("every__echo"), { message: "again" })).toBe("Echo: again");
});

test("a command gets its own environment and nothing of ours", async () => {
  process.env["OF_THE_PRODUCT"] = "saffron";
  const secrets = { TOKEN_OF_MINE: "t-1" };
  const { id } = await addServer(me, { name: "every", transport: "stdio", ...everythingCommand, secrets });
  const { tool } = await toolsOf(id);
  const env = String(JSON.stringify(await run(tool("every__get-env"), {})));
  expect(env).toContain("t-1");
  expect(env).not.toContain("saffron");
  expect(env).not.toContain("DATA_DIR");
  delete process.env["OF_THE_PRODUCT"];
});
