import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { requireRole } from "@/lib/auth/role";
import { requireStanding } from "@/lib/auth/standing";
import { type Db, getDb, sqlState } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import {
  countServers,
  deleteServer,
  insertServer,
  lockServer,
  type ServerChanges,
  serverById,
  serversOf,
  updateServer,
} from "@/lib/db/queries/mcp-servers";
import { lockWorkspace } from "@/lib/db/queries/workspaces";
import type { McpServerRow } from "@/lib/db/schema/tools";
import { AppError } from "@/lib/errors";
import { Uuid } from "@/lib/http/contract/common";
import { MCP_LIMITS, type McpServer, McpServerChanges, NewMcpServer } from "@/lib/http/contract/mcp-servers";
import { closeConnection } from "./connections";
import { presentServer } from "./present";
import { changedSecrets, requireSecretsAgain, requireUsableSecrets } from "./secret-rules";
import { sealSecrets } from "./secrets";
import { stdioAllowed } from "./stdio-allowed";

// Servers are asked on behalf of everybody's agents, with the workspace's secrets: members use them, owners and admins
// choose them.

const invalid = (path: string, message: string) => new AppError("invalid_input", { issues: [{ path, message }] });

export async function listServers(actor: Actor): Promise<McpServer[]> {
  requireRole(actor, "admin");
  return (await serversOf(await getDb(), actor.workspaceId)).map(presentServer);
}

/** A server of the actor's workspace. Everything else is the same `not_found`. */
export async function requireServer(db: Db, actor: Actor, id: string, read = serverById): Promise<McpServerRow> {
  const row = Uuid.safeParse(id).success ? await read(db, actor.workspaceId, id) : undefined;
  if (!row) throw new AppError("not_found", { kind: "mcp_server" });
  return row;
}

export async function getServer(actor: Actor, id: string): Promise<McpServer> {
  requireRole(actor, "admin");
  return presentServer(await requireServer(await getDb(), actor, id));
}

/** The role of now, held until the transaction ends: that of an open page may be over. */
async function requireManagerNow(tx: Db, actor: Actor): Promise<void> {
  await lockWorkspace(tx, actor.workspaceId);
  await requireStanding(tx, actor, "admin");
}

/** Whether commands may be servers in the actor's workspace. */
export async function mayRunCommands(actor: Actor): Promise<boolean> {
  return stdioAllowed(await getDb(), actor.workspaceId);
}

async function requireCommandsAllowed(db: Db, actor: Actor): Promise<void> {
  if (await stdioAllowed(db, actor.workspaceId)) return;
  throw invalid("transport", "commands may not be run here: the operator has not allowed it for this workspace");
}

/** The unique index decides: two may come with the same name at once. */
async function named<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (sqlState(error) === "23505") throw invalid("name", "is the name of another server");
    throw error;
  }
}

export async function addServer(actor: Actor, input: NewMcpServer): Promise<McpServer> {
  requireRole(actor, "admin");
  const given: z.output<typeof NewMcpServer> = parsed(NewMcpServer, input);
  requireUsableSecrets(given.transport, given.secrets);
  const id = uuidv7();
  const db = await getDb();
  if (given.transport === "stdio") await requireCommandsAllowed(db, actor);
  const row = {
    id,
    workspaceId: actor.workspaceId,
    name: given.name,
    transport: given.transport,
    url: given.url ?? null,
    command: given.command ?? null,
    args: given.args,
    secrets: sealSecrets(id, given.secrets),
    enabled: given.enabled,
  };
  await named(() =>
    db.transaction(async (tx) => {
      await requireManagerNow(tx, actor);
      if ((await countServers(tx, actor.workspaceId)) >= MCP_LIMITS.servers) {
        throw invalid("name", `would be one more than the ${MCP_LIMITS.servers} servers of a workspace`);
      }
      await insertServer(tx, row);
      await audit(tx, actor, "mcp_server.added", id, factsOf(row));
    }),
  );
  return getServer(actor, id);
}

/** What the activity tells: where it leads, never with what. Some put a key into the query of an address. */
const factsOf = ({ name, transport, url, command, args, enabled }: Omit<McpServerRow, "createdAt" | "updatedAt">) => ({
  ...{ name, transport, enabled },
  ...(url !== null && { url: url.replace(/\?.*$/, "") }),
  ...(command !== null && { command: [command, ...args].join(" ") }),
});

export async function changeServer(actor: Actor, id: string, input: McpServerChanges): Promise<McpServer> {
  requireRole(actor, "admin");
  const wanted = parsed(McpServerChanges, input);
  const db = await getDb();
  await named(() =>
    db.transaction(async (tx) => {
      await requireManagerNow(tx, actor);
      const row = await requireServer(tx, actor, id, lockServer);
      const changes = changedColumns(row, wanted);
      if (row.transport === "stdio" && changes.enabled !== false) await requireCommandsAllowed(tx, actor);
      if (Object.keys(changes).length === 0) return;
      await updateServer(tx, actor.workspaceId, id, changes);
      const fields = Object.keys(changes).sort();
      await audit(tx, actor, "mcp_server.changed", id, { name: changes.name ?? row.name, fields });
    }),
  );
  await closeConnection(id);
  return getServer(actor, id);
}

/** The columns that are another afterwards. Throws `invalid_input` for what does not go with the server's kind. */
function changedColumns(row: McpServerRow, wanted: z.output<typeof McpServerChanges>): ServerChanges {
  const { name, url, command, args, secrets, enabled } = wanted;
  if (row.transport === "http" && command !== undefined) throw invalid("command", "belongs to stdio");
  if (row.transport === "http" && args !== undefined) throw invalid("args", "belongs to stdio");
  if (row.transport === "stdio" && url !== undefined) throw invalid("url", "belongs to http");
  const all = { name, url, command, args, enabled };
  const changes: ServerChanges = Object.fromEntries(
    Object.entries(all).filter(
      ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(Reflect.get(row, key)),
    ),
  );
  const moved = "url" in changes || "command" in changes || "args" in changes;
  if (moved) requireSecretsAgain(row, secrets ?? {});
  if (secrets === undefined || Object.keys(secrets).length === 0) return changes;
  return { ...changes, secrets: sealSecrets(row.id, changedSecrets(row, secrets)) };
}

/** Agents that were to use it go on without it. */
export async function removeServer(actor: Actor, id: string): Promise<void> {
  requireRole(actor, "admin");
  const db = await getDb();
  await db.transaction(async (tx) => {
    await requireManagerNow(tx, actor);
    const { name } = await requireServer(tx, actor, id, lockServer);
    await deleteServer(tx, actor.workspaceId, id);
    await audit(tx, actor, "mcp_server.removed", id, { name });
  });
  await closeConnection(id);
}
