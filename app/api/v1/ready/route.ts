import { ready } from "@/lib/http/contract/operations";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { readiness } from "@/lib/operations/readiness";

export const GET = endpoint(ready, async () => {
  const state = await readiness();
  return state.ready
    ? state
    : Response.json(state, { status: 503, headers: { "cache-control": "no-store", "retry-after": "2" } });
});
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
