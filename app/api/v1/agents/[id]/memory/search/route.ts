import * as calls from "@/lib/http/contract/memory";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { searchMemory } from "@/lib/memory/entry-list";
import { findInMemory } from "@/lib/memory/search";

export const GET = endpoint(calls.searchMemory, async ({ actor, params, query }) => ({
  entries: await searchMemory(actor, params.id, query.q, query.limit),
  hits: await findInMemory(actor, params.id, query.q, query.limit),
}));
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
