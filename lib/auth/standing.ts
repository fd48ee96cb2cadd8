import type { Db } from "@/lib/db/client";
import { holdAccount, holdMembers } from "@/lib/db/queries/standing";
import { findMember } from "@/lib/db/queries/workspaces";
import { AppError } from "@/lib/errors";
import type { Actor } from "./actor-type";
import { requireRole } from "./role";

/**
 * What the actor is in the workspace now, held until the transaction ends: what an open page says may be over. To be
 * asked first of all, before other rows are locked. Whoever lets somebody go waits for it, and sees what came of it.
 */
export async function requireStanding(tx: Db, actor: Actor, role?: "owner" | "admin"): Promise<Pick<Actor, "role">> {
  const { workspaceId, userId } = actor;
  // Two statements, one after the other: the second sees what stood before, however long the first waited.
  const [, me] = await Promise.all([holdMembers(tx, workspaceId), findMember(tx, workspaceId, userId)]);
  if (!me) throw new AppError("not_found", { kind: "workspace" });
  if (role) requireRole(me, role);
  return me;
}

/** The account is there, and stays until the transaction ends: one that is deleted meanwhile becomes nobody's member. */
export async function requireAccount(tx: Db, userId: string): Promise<void> {
  if (!(await holdAccount(tx, userId))) throw new AppError("unauthenticated", {});
}
