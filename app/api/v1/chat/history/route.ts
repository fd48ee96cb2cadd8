import { readHistory } from "@/lib/chat/history";
import { getHistory } from "@/lib/http/contract/messages";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(getHistory, ({ actor, query: { session_id, ...page } }) =>
  readHistory(actor, { sessionId: session_id, ...page }),
);
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
