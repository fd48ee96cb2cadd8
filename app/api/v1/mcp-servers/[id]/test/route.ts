import { testMcpServer } from "@/lib/http/contract/mcp-servers";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { testServer } from "@/lib/mcp/test-server";

export const POST = endpoint(testMcpServer, ({ actor, params }) => testServer(actor, params.id));
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
