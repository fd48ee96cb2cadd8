import { fork } from "@/lib/chat/fork";
import { forkSession } from "@/lib/http/contract/sessions";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const POST = endpoint(forkSession, ({ actor, params, body }) =>
  fork(actor, { sessionId: params.id, messageId: body.message_id }),
);
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
