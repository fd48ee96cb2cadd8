import * as calls from "@/lib/http/contract/memory";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { createEntry } from "@/lib/memory/entry-edit";
import { listEntries } from "@/lib/memory/entry-list";

export const GET = endpoint(calls.listEntries, ({ actor, params, query }) => listEntries(actor, params.id, query));
export const POST = endpoint(calls.createEntry, ({ actor, params, body }) => createEntry(actor, params.id, body));
export const { PUT, PATCH, DELETE } = otherMethods("GET", "POST");
