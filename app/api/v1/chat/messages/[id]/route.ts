import { readMessage } from "@/lib/chat/message";
import { getMessage } from "@/lib/http/contract/messages";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(getMessage, ({ actor, params }) => readMessage(actor, params.id));
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
