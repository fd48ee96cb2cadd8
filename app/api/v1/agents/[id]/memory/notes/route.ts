import * as calls from "@/lib/http/contract/memory";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { listNotes } from "@/lib/memory/notes";

export const GET = endpoint(calls.listNotes, async ({ actor, params, query }) => ({
  notes: await listNotes(actor, params.id, query),
}));
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
