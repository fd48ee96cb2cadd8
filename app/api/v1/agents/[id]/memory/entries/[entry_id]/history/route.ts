import * as calls from "@/lib/http/contract/memory";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { entryHistory } from "@/lib/memory/entry-edit";

export const GET = endpoint(calls.entryHistory, async ({ actor, params, query }) => ({
  changes: await entryHistory(actor, params.id, params.entry_id, query.limit),
}));
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
