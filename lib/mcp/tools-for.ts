import { jsonSchema } from "ai";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { enabledServers } from "@/lib/db/queries/mcp-servers";
import type { AgentConfig } from "@/lib/db/schema/agents";
import type { McpServerRow } from "@/lib/db/schema/tools";
import type { McpFault } from "@/lib/http/contract/mcp-servers";
import { log } from "@/lib/log";
import type { Tool } from "@/lib/tools/tool";
import { callTool } from "./call-tool";
import { chosenServers } from "./chosen";
import { connectionTo } from "./connections";
import type { McpTool } from "./definitions";
import { failureFrom, McpFailure } from "./failure";

/** An answer does not wait longer for a server; the server may be there for the next one. */
const WAIT_MS = 5_000;
/** Of all servers together; providers refuse some more. */
const MOST_TOOLS = 100;
const CALL_MS = 120_000;

/** Why a server's tools are not there. `message` is `fault` in an English sentence. */
export type ToolProblem = { server: string; fault: McpFault; message: string };

/**
 * The tools of the servers that an agent may use, and why those of some are not among them. Nothing that a server does
 * makes it fail or wait for more than a few seconds; `signal` ends the waiting, with its reason.
 */
export async function mcpToolsFor(
  actor: Actor,
  agentConfig: AgentConfig,
  signal: AbortSignal,
  { waitMs = WAIT_MS }: { waitMs?: number } = {},
): Promise<{ tools: Tool[]; problems: ToolProblem[] }> {
  const rows = await enabledServers(await getDb(), actor.workspaceId, chosenServers(agentConfig));
  const found = await Promise.all(rows.map((row) => listed(row, signal, waitMs)));
  signal.throwIfAborted();
  const tools: Tool[] = [];
  const problems: ToolProblem[] = [];
  for (const { row, offered } of found) {
    if (offered instanceof McpFailure) problems.push(problemOf(row, offered));
    else if (tools.length + offered.length > MOST_TOOLS) problems.push(problemOf(row, new McpFailure("too_many")));
    else tools.push(...offered.map((tool) => asTool(actor, row, tool)));
  }
  return { tools, problems };
}

const problemOf = ({ name }: McpServerRow, { fault, message }: McpFailure): ToolProblem => ({
  server: name,
  fault,
  message,
});

async function listed(row: McpServerRow, signal: AbortSignal, waitMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new McpFailure("timeout")), waitMs);
    signal.addEventListener("abort", () => reject(new McpFailure("timeout")), { once: true });
  });
  try {
    const { tools } = await Promise.race([connectionTo(row).list(), enough]);
    return { row, offered: tools };
  } catch (error) {
    const failure = failureFrom(error);
    if (!signal.aborted) log.warn("mcp_server_failed", { server_id: row.id, fault: failure.fault });
    return { row, offered: failure };
  } finally {
    clearTimeout(timer);
  }
}

/** A tool of a server as one of ours. A call tells the server what it is called with. */
function asTool(actor: Actor, { id }: McpServerRow, { name, original, description, schema, readOnly }: McpTool): Tool {
  return {
    name,
    description,
    input: jsonSchema<unknown>(schema),
    hasEffect: !readOnly,
    leavesHouse: true,
    needsAgent: true,
    byDefault: readOnly ? "on" : "ask",
    timeoutMs: CALL_MS,
    run: (scope, input) =>
      callTool(actor, { serverId: id, tool: original, hasEffect: !readOnly }, scope, input, CALL_MS),
  };
}
