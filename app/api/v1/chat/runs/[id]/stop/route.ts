import { presentRun } from "@/lib/chat/runs/present";
import { stopRun } from "@/lib/chat/runs/stop";
import { stopRun as contract } from "@/lib/http/contract/runs";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const POST = endpoint(contract, async ({ actor, params }) => presentRun(await stopRun(actor, params.id)));
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
