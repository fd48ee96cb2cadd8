import { searchMessages as contract } from "@/lib/http/contract/search";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { searchMessages } from "@/lib/search/messages";

export const GET = endpoint(contract, ({ actor, query: { q = "", session_id, agent_id, ...rest } }) =>
  searchMessages(actor, { q, sessionId: session_id, agentId: agent_id, ...rest }),
);
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
