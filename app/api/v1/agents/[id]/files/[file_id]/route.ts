import { removeKnowledge } from "@/lib/files/knowledge/knowledge";
import * as calls from "@/lib/http/contract/files";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const DELETE = endpoint(calls.removeAgentFile, async ({ actor, params }) => {
  await removeKnowledge(actor, params.id, params.file_id);
  return { deleted: true as const };
});
export const { GET, POST, PUT, PATCH } = otherMethods("DELETE");
