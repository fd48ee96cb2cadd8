import { readRun } from "@/lib/chat/runs/present";
import { getRun } from "@/lib/http/contract/runs";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(getRun, ({ actor, params }) => readRun(actor, params.id));
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
