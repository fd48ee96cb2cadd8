import { answerCall } from "@/lib/chat/runs/approvals";
import { answerToolCall } from "@/lib/http/contract/runs";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const POST = endpoint(answerToolCall, async ({ actor, params, body }) => {
  await answerCall(actor, params.id, { toolCallId: body.tool_call_id, allow: body.allow, always: body.always });
  return { answered: true as const };
});
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
