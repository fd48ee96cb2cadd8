import * as calls from "@/lib/http/contract/memory";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { deleteEntry, getEntry, updateEntry } from "@/lib/memory/entry-edit";

export const GET = endpoint(calls.getEntry, ({ actor, params }) => getEntry(actor, params.id, params.entry_id));
export const PATCH = endpoint(calls.updateEntry, ({ actor, params, body }) =>
  updateEntry(actor, params.id, params.entry_id, body),
);
export const DELETE = endpoint(calls.deleteEntry, async ({ actor, params, query }) => {
  await deleteEntry(actor, params.id, params.entry_id, { undo: query.undo, forGood: query.for_good });
  return { deleted: true as const };
});
export const { POST, PUT } = otherMethods("GET", "PATCH", "DELETE");
