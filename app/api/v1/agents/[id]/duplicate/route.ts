import { duplicateAgent } from "@/lib/agents/agents";
import * as calls from "@/lib/http/contract/agents";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const POST = endpoint(calls.duplicateAgent, ({ actor, params, body }) => duplicateAgent(actor, params.id, body));
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
