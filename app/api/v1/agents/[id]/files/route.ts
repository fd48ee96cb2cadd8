import { addKnowledge, listKnowledge } from "@/lib/files/knowledge/knowledge";
import * as calls from "@/lib/http/contract/files";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(calls.listAgentFiles, async ({ actor, params }) => ({
  files: await listKnowledge(actor, params.id),
}));
export const POST = endpoint(
  calls.addAgentFile,
  async ({ actor, params, body }) => await addKnowledge(actor, params.id, body.file_id),
);
export const { PUT, PATCH, DELETE } = otherMethods("GET", "POST");
