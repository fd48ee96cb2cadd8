import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { serversOf } from "@/lib/db/queries/mcp-servers";
import { Uuid } from "@/lib/http/contract/common";

/** The most servers that one agent uses. */
const MOST_SERVERS = 20;

/** The servers that an agent is to use; what else an older program may have stored there is none. Pure. */
export function chosenServers({ mcp_servers }: { mcp_servers?: unknown }): string[] {
  if (!Array.isArray(mcp_servers)) return [];
  const ids = mcp_servers.flatMap((id: unknown) => Uuid.safeParse(id).data ?? []);
  return [...new Set(ids)].slice(0, MOST_SERVERS);
}

export type ServerChoice = { id: string; name: string; enabled: boolean };

/** The workspace's servers, for everybody who has an agent to choose for: no addresses, no secrets. */
export async function serverChoices(actor: Actor): Promise<ServerChoice[]> {
  const rows = await serversOf(await getDb(), actor.workspaceId);
  return rows.map(({ id, name, enabled }) => ({ id, name, enabled }));
}
