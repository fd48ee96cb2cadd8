import * as calls from "@/lib/http/contract/mcp-servers";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { addServer, listServers } from "@/lib/mcp/servers";

export const GET = endpoint(calls.listMcpServers, async ({ actor }) => ({ servers: await listServers(actor) }));
export const POST = endpoint(calls.createMcpServer, ({ actor, body }) => addServer(actor, body));
export const { PUT, PATCH, DELETE } = otherMethods("GET", "POST");
