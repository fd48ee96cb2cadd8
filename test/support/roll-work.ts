import { sql } from "drizzle-orm";
import type { Actor } from "@/lib/auth/actor-type";
import { compactNow } from "@/lib/chat/compact";
import { startContextWork, stopContextWork, wantRoll } from "@/lib/context/roll/background";
import { getDb } from "@/lib/db/client";
import { type ContextReading, readContext, workOf } from "./context-reading";

/** Work on a conversation's context that a process may be killed in. */
export type RollWork = "compact" | "redo" | "backlog";
export type Job = { sessionId: string; work: RollWork };
/** Begun by a process that was killed. `patient`: its lease is waited for, and the work is found, not asked for. */
export type Left = Job & { patient: boolean };
/** How the killed process has left it, and how it is when it was gone on with. */
export type Mended = { found: ContextReading; repaired: ContextReading };

/** Does it to its end. `ask`: has the background look at it, which else has to find it by itself. */
export async function carryOut(actor: Actor, { sessionId, work }: Job, { ask = true } = {}): Promise<void> {
  if (work === "compact") {
    await compactNow(actor, sessionId, { signal: new AbortController().signal });
    return;
  }
  await startContextWork();
  if (ask) await wantRoll(sessionId, work);
  while (!(await isDone(sessionId))) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function isDone(sessionId: string): Promise<boolean> {
  const work = await workOf(sessionId);
  return !work || (work.owner === null && work.wanted === null);
}

export async function mend(actor: Actor, { patient, ...job }: Left): Promise<Mended> {
  const { sessionId } = job;
  const found = await readContext(sessionId);
  if (!patient) {
    const lapse = sql`update context_work set lease_until = now() - interval '1 second' where session_id = ${sessionId} and owner is not null`;
    await (await getDb()).execute(lapse);
  }
  // As every start of the product does it: on the embedded engine that gives back what a process before it had claimed.
  await startContextWork();
  await carryOut(actor, job, { ask: !patient || (await isDone(sessionId)) });
  await stopContextWork();
  return { found, repaired: await readContext(sessionId) };
}
