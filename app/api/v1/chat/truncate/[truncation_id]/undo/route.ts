import { undoTruncation } from "@/lib/chat/truncate";
import * as calls from "@/lib/http/contract/messages";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const POST = endpoint(calls.undoTruncation, ({ actor, params, query }) =>
  undoTruncation(actor, params.truncation_id, query),
);
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
