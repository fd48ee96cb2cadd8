import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";
import { auditLog } from "@/lib/db/schema/accounts";

/** Puts down who did what to which thing. Give it the transaction of the change, so that both stand or neither. */
export async function audit(
  db: Db,
  actor: Pick<Actor, "userId" | "workspaceId">,
  action: string,
  target?: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await db.insert(auditLog).values({
    id: uuidv7(),
    workspaceId: actor.workspaceId,
    actorId: actor.userId,
    action,
    target: target ?? null,
    details,
  });
}
