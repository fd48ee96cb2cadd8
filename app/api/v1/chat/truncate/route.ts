import { truncate } from "@/lib/chat/truncate";
import { truncateSession } from "@/lib/http/contract/messages";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const POST = endpoint(truncateSession, ({ actor, body }) =>
  truncate(actor, { sessionId: body.session_id, messageId: body.message_id }),
);
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
