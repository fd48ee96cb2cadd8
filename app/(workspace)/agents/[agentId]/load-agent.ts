import { notFound } from "next/navigation";
import { cache } from "react";
import { getAgent } from "@/lib/agents/agents";
import { pageActor } from "@/lib/auth/page-actor";
import { isAppError } from "@/lib/errors";
import { leadElsewhere } from "../../_components/lead-elsewhere";

/** Once a request; an unknown agent and one that the reader may not see are the same 404. */
export const loadAgent = cache(async (id: string) => {
  const actor = await pageActor();
  try {
    return await getAgent(actor, id);
  } catch (error) {
    if (!isAppError(error, "not_found")) throw error;
    await leadElsewhere(actor, { kind: "agent", id });
    notFound();
  }
});
