import { createMCPClient, type MCPClient } from "@ai-sdk/mcp";
import type { Db } from "@/lib/db/client";
import type { McpServerRow } from "@/lib/db/schema/tools";
import { exchange } from "./exchange";
import { McpFailure } from "./failure";
import { guardedFetch } from "./guarded-fetch";
import { openSecrets } from "./secrets";
import { stdioAllowed } from "./stdio-allowed";
import { StdioTransport } from "./stdio-transport";

const CONNECT_MS = 10_000;
/** The client knows no notifications; this is how it says that one came. */
const NOTIFIED = /unsupported message type/i;

export type Connected = {
  client: MCPClient;
  /** Why a process ended; null: it runs, or there is none. */
  ended(): McpFailure | null;
  /** How many wait for something from it. */
  uses: number;
};

/** A connection of its own to the server. `notified`: something came from it that was not asked for. */
export async function connect(db: Db, row: McpServerRow, notified: () => void): Promise<Connected> {
  const secrets = openSecrets(row);
  if (secrets === null) throw new McpFailure("secrets_unreadable");
  const stdio = row.transport === "stdio" ? await processOf(db, row, secrets) : null;
  const transport = stdio ?? { type: "http" as const, url: row.url ?? "", headers: secrets, fetch: guardedFetch };
  const onUncaughtError = (error: unknown) => {
    if (error instanceof Error && NOTIFIED.test(error.message)) notified();
  };
  try {
    const client = await exchange({ timeoutMs: CONNECT_MS }, (signal) =>
      createMCPClient({ transport, clientName: "cadau", onUncaughtError, initializationOptions: { signal } }),
    );
    return { client, ended: () => stdio?.failure ?? null, uses: 0 };
  } catch (error) {
    const why = stdio?.failure;
    await stdio?.close();
    throw why ?? error;
  }
}

async function processOf(db: Db, row: McpServerRow, env: Record<string, string>): Promise<StdioTransport> {
  if (!(await stdioAllowed(db, row.workspaceId))) throw new McpFailure("stdio_off");
  return new StdioTransport({ command: row.command ?? "", args: row.args, env });
}
