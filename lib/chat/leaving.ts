import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { activeSessionsIn } from "@/lib/db/queries/workspaces";
import { removeMember } from "@/lib/workspaces/members";
import { stopActiveRun } from "./runs/stop";

/** Takes somebody, or the actor themselves, out of the workspace, and stops the answers being written for them there. */
export async function letGo(actor: Actor, userId: string): Promise<void> {
  await removeMember(actor, userId);
  for (const id of await activeSessionsIn(await getDb(), actor.workspaceId, userId)) await stopActiveRun(id);
}
