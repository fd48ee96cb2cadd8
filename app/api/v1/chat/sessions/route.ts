import { createSession, listSessions } from "@/lib/chat/sessions";
import * as calls from "@/lib/http/contract/sessions";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(calls.listSessions, ({ actor, query }) => listSessions(actor, query));
export const POST = endpoint(calls.createSession, ({ actor, body }) => createSession(actor, body));
export const { PUT, PATCH, DELETE } = otherMethods("GET", "POST");
