import { followRun } from "@/lib/chat/runs/follow";
import { followRun as contract } from "@/lib/http/contract/runs";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { eventStream } from "@/lib/http/sse";

export const GET = endpoint(contract, async ({ actor, params, query }) =>
  eventStream((gone) => followRun(actor, params.id, query.after, gone)),
);
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
