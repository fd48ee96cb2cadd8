import type { Actor } from "@/lib/auth/actor-type";
import { requireStanding } from "@/lib/auth/standing";
import type { Db } from "@/lib/db/client";
import { type ProviderRow, providerById } from "@/lib/db/queries/models";
import { lockWorkspace } from "@/lib/db/queries/workspaces";
import { AppError } from "@/lib/errors";

/** Providers cost the workspace money and read its conversations: members use them, owners and admins choose them. */
export function mayManageModels(actor: Pick<Actor, "role">): boolean {
  return actor.role === "owner" || actor.role === "admin";
}

export function requireManager(actor: Actor): void {
  if (!mayManageModels(actor)) throw new AppError("missing_role", { role: "admin" });
}

/** The same by the role of now, held until the transaction ends: that of an open page may be over. */
export async function requireManagerNow(tx: Db, actor: Actor): Promise<void> {
  await lockWorkspace(tx, actor.workspaceId);
  await requireStanding(tx, actor, "admin");
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One of the workspace's own providers; everything else is the same `not_found`. */
export async function requireProvider(db: Db, actor: Actor, id: string, read = providerById): Promise<ProviderRow> {
  const row = UUID.test(id) ? await read(db, actor.workspaceId, id) : undefined;
  if (!row) throw new AppError("not_found", { kind: "provider" });
  return row;
}
