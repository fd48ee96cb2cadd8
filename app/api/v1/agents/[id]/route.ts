import { getAgent } from "@/lib/agents/agents";
import { removeAgent } from "@/lib/agents/remove";
import { updateAgent } from "@/lib/agents/update";
import * as calls from "@/lib/http/contract/agents";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(calls.getAgent, ({ actor, params }) => getAgent(actor, params.id));
export const PATCH = endpoint(calls.updateAgent, ({ actor, params, body }) => updateAgent(actor, params.id, body));
export const DELETE = endpoint(calls.deleteAgent, async ({ actor, params, query }) => {
  await removeAgent(actor, params.id, query);
  return { deleted: true as const };
});
export const { POST, PUT } = otherMethods("GET", "PATCH", "DELETE");
