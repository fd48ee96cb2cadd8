import { readTurns } from "@/lib/chat/turns";
import { listTurns } from "@/lib/http/contract/messages";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(listTurns, ({ actor, query: { session_id, ...page } }) =>
  readTurns(actor, { sessionId: session_id, ...page }),
);
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
