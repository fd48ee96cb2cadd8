import { createAgent, listAgents } from "@/lib/agents/agents";
import * as calls from "@/lib/http/contract/agents";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(calls.listAgents, ({ actor, query }) => listAgents(actor, query));
export const POST = endpoint(calls.createAgent, ({ actor, body }) => createAgent(actor, body));
export const { PUT, PATCH, DELETE } = otherMethods("GET", "POST");
