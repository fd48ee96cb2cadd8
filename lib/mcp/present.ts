import type { McpServerRow } from "@/lib/db/schema/tools";
import type { McpServer } from "@/lib/http/contract/mcp-servers";
import { knownConnection } from "./connections";
import { openSecrets } from "./secrets";

/** A server for whoever manages it: of its secrets only the names. */
export function presentServer(row: McpServerRow): McpServer {
  const secrets = openSecrets(row);
  return {
    id: row.id,
    name: row.name,
    transport: row.transport,
    url: row.url,
    command: row.command,
    args: row.args,
    secret_names: secrets && Object.keys(secrets).sort(),
    enabled: row.enabled,
    state: stateOf(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function stateOf(row: McpServerRow): McpServer["state"] {
  const known = knownConnection(row);
  const failed = known?.failed;
  const failure = failed
    ? {
        fault: failed.failure.fault,
        message: failed.failure.message,
        said: failed.failure.said,
        at: failed.at.toISOString(),
      }
    : null;
  const status = !row.enabled ? "off" : failure ? "failed" : known?.isConnected ? "connected" : "idle";
  return { status, tools: known?.listing?.tools.length ?? null, failure };
}
