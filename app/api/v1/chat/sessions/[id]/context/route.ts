import { inspectContext } from "@/lib/chat/inspect";
import { getContext } from "@/lib/http/contract/context";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(getContext, ({ actor, params, query }) =>
  inspectContext(actor, params.id, { withPayload: query.payload, versions: query.versions }),
);
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
