import { compactNow } from "@/lib/chat/compact";
import { compactSession } from "@/lib/http/contract/context";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const POST = endpoint(compactSession, async ({ actor, params, body, signal }) => {
  const { rolled, version, verbatimSinceSeq, budget } = await compactNow(actor, params.id, { ...body, signal });
  return { rolled, version, verbatim_since_seq: verbatimSinceSeq, context_budget: budget };
});
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
