import { deleteSession, getSession, updateSession } from "@/lib/chat/sessions";
import * as calls from "@/lib/http/contract/sessions";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(calls.getSession, ({ actor, params }) => getSession(actor, params.id));
export const PATCH = endpoint(calls.updateSession, ({ actor, params, body }) => updateSession(actor, params.id, body));
export const DELETE = endpoint(calls.deleteSession, async ({ actor, params }) => {
  await deleteSession(actor, params.id);
  return { deleted: true as const };
});
export const { POST, PUT } = otherMethods("GET", "PATCH", "DELETE");
