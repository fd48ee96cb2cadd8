import { v7 as uuidv7 } from "uuid";
import type { Listener, NewJob } from "@/lib/db/queries/memory-jobs";
import type { JobKind } from "@/lib/db/schema/agents";
import { dayIn } from "./day";
import type { Batch } from "./flush-plan";

/** The jobs of these batches. Their day is the person's today: should midnight pass, the note stays. */
export function jobsOf(
  kind: JobKind,
  { sessionId, agentId, userId, timeZone }: Pick<Listener, "sessionId" | "agentId" | "userId" | "timeZone">,
  batches: readonly Batch[],
): NewJob[] {
  const day = dayIn(timeZone, new Date());
  return batches.map((batch) => ({ sessionId, id: uuidv7(), agentId, userId, kind, day, ...batch }));
}
