import type { Actor } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";
import { findSession, lockSession } from "@/lib/db/queries/sessions";
import type { SessionRow } from "@/lib/db/schema/chat";
import { AppError } from "@/lib/errors";

/** The session, if it is the actor's. Throws `not_found`, for a foreign one as for an unknown one. */
export async function requireSession(
  db: Db,
  actor: Pick<Actor, "userId" | "workspaceId">,
  id: string,
): Promise<SessionRow> {
  return known(await findSession(db, actor, id));
}

/** The same, locked until the transaction ends. */
export async function requireLockedSession(
  tx: Db,
  actor: Pick<Actor, "userId" | "workspaceId">,
  id: string,
): Promise<SessionRow> {
  return known(await lockSession(tx, actor, id));
}

function known(row: SessionRow | undefined): SessionRow {
  if (!row) throw new AppError("not_found", { kind: "session" });
  return row;
}
