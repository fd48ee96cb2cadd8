import * as calls from "@/lib/http/contract/memory";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { getNote, saveNote } from "@/lib/memory/notes";

export const GET = endpoint(calls.getNote, ({ actor, params }) => getNote(actor, params.id, params.date));
export const PATCH = endpoint(calls.saveNote, ({ actor, params, body }) =>
  saveNote(actor, params.id, params.date, { text: body.text, baseHash: body.base_hash }),
);
export const { POST, PUT, DELETE } = otherMethods("GET", "PATCH");
