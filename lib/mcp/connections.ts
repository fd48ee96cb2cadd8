import type { McpServerRow } from "@/lib/db/schema/tools";
import { processWide } from "@/lib/process-wide";
import { Connection } from "./connection";

const connections = processWide("mcp-connections", () => new Map<string, Connection>());

/** The one connection of this process to the server as it is set now; that to what it was set to before is closed. */
export function connectionTo(row: McpServerRow): Connection {
  const known = connections().get(row.id);
  if (known && known.row.updatedAt.getTime() >= row.updatedAt.getTime()) return known;
  if (known) void known.close();
  const made = new Connection(row);
  connections().set(row.id, made);
  return made;
}

/** What this process knows of the server as it is set now; null: it has not needed it yet. */
export function knownConnection(row: McpServerRow): Connection | null {
  const known = connections().get(row.id);
  return known && known.row.updatedAt.getTime() === row.updatedAt.getTime() ? known : null;
}

/** After a change or a removal. */
export async function closeConnection(id: string): Promise<void> {
  const known = connections().get(id);
  connections().delete(id);
  await known?.close();
}

/** When the process ends. */
export async function closeConnections(): Promise<void> {
  const all = [...connections().values()];
  connections().clear();
  await Promise.all(all.map((connection) => connection.close()));
}
