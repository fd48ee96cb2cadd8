import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { activeSessionsIn } from "@/lib/db/queries/workspaces";
import { leaveWorkspace, removeMember } from "@/lib/workspaces/members";
import { stopActiveRun } from "./runs/stop";

/** Takes somebody out of the workspace (the actor: leaves it), and stops the answers that are being written for them there. */
export async function goFromWorkspace(actor: Actor, userId: string): Promise<void> {
  if (userId === actor.userId) await leaveWorkspace(actor);
  else await removeMember(actor, userId);
  for (const sessionId of await activeSessionsIn(await getDb(), actor.workspaceId, userId))
    await stopActiveRun(sessionId);
}
