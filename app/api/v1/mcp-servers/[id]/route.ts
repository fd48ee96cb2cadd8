import * as calls from "@/lib/http/contract/mcp-servers";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { changeServer, getServer, removeServer } from "@/lib/mcp/servers";

export const GET = endpoint(calls.getMcpServer, ({ actor, params }) => getServer(actor, params.id));
export const PATCH = endpoint(calls.updateMcpServer, ({ actor, params, body }) => changeServer(actor, params.id, body));
export const DELETE = endpoint(calls.deleteMcpServer, async ({ actor, params }) => {
  await removeServer(actor, params.id);
  return { deleted: true as const };
});
export const { POST, PUT } = otherMethods("GET", "PATCH", "DELETE");
