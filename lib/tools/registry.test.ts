import { asSchema } from "ai";
import { expect, test } from "vitest";
import { countRunes } from "@/lib/context/size/measure";
import type { AgentConfig } from "@/lib/db/schema/agents";
import { TOOL_NAMES, TOOL_SWITCHES } from "@/lib/http/contract/tool-switches";
import { TOOLS, toolsFor } from "./registry";

test("the switches that an owner sees are those of the tools there are", () => {
  expect(TOOLS.map(({ name }) => name)).toEqual(TOOL_NAMES);
  for (const { name, hasEffect, leavesHouse } of TOOLS) {
    const canAsk = TOOL_SWITCHES[name].ways.some((way) => way === "ask");
    expect(canAsk, name).toBe(hasEffect || leavesHouse === true);
  }
});

const names = (offered: ReturnType<typeof toolsFor>) => offered.map(({ tool }) => tool.name);

test("a conversation without an agent has what needs none", () => {
  expect(names(toolsFor({ agent: null, mine: true }))).toEqual(["conversation_search", "conversation_get"]);
});

test("one with an agent has what its owner has left on, or wants to be asked about", () => {
  const offered = (tools: AgentConfig["tools"], mine = true) =>
    new Map(toolsFor({ agent: { ...(tools && { tools }) }, mine }).map((each) => [each.tool.name, each.switch]));
  const usual = offered(undefined);
  expect([...usual.keys()]).toEqual(TOOL_NAMES.filter((name) => name !== "web_fetch"));
  expect(new Set(usual.values())).toEqual(new Set(["on"]));
  const set = offered({ memory_write: "ask", file_write: "off", web_fetch: "on", conversation_search: "off" });
  expect(set.get("memory_write")).toBe("ask");
  expect(set.get("web_fetch")).toBe("on");
  expect(set.has("file_write")).toBe(false);
  expect(set.has("conversation_search")).toBe(false);
});

test("an agent of somebody else asks before it sends anything out", () => {
  const [fetching] = toolsFor({ agent: { tools: { web_fetch: "on" } }, mine: false }).slice(-1);
  expect(fetching).toMatchObject({ tool: { name: "web_fetch" }, switch: "ask" });
});

test("what an older program has stored as switches counts for nothing", () => {
  for (const tools of ["on", null, [], { web_fetch: "yes", memory_write: 1, file_read: "ask" }]) {
    const agent: AgentConfig = JSON.parse(JSON.stringify({ tools }));
    expect(toolsFor({ agent, mine: true })).toEqual(toolsFor({ agent: {}, mine: true }));
  }
});

test("the definitions of all tools are short: they are sent with each step", async () => {
  const definitions = await Promise.all(
    TOOLS.map(async ({ name, description, input }) => ({
      ...{ type: "function", name, description },
      inputSchema: await asSchema(input).jsonSchema,
    })),
  );
  const runes = countRunes(JSON.stringify(definitions));
  process.stdout.write(`definitions of ${TOOLS.length} tools: ${runes} runes\n`);
  expect(runes).toBeLessThan(5_000);
});
