import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { workspaceMembers as m, workspaces as w } from "@/lib/db/schema/accounts";
import { agents as a } from "@/lib/db/schema/agents";
import { chatSessions as s } from "@/lib/db/schema/chat";
import type { Owner } from "./sessions";

// In which workspace of the person's, besides the present one, something is theirs to open.

export async function sessionElsewhere(db: Db, { userId, workspaceId }: Owner, id: string) {
  const [row] = await db
    .select({ id: w.id, name: w.name })
    .from(s)
    .innerJoin(m, and(eq(m.workspaceId, s.workspaceId), eq(m.userId, userId)))
    .innerJoin(w, eq(w.id, s.workspaceId))
    .where(and(eq(s.id, id), eq(s.userId, userId), isNull(s.deletedAt), ne(s.workspaceId, workspaceId)));
  return row;
}

export async function agentElsewhere(db: Db, { userId, workspaceId }: Owner, id: string) {
  const [row] = await db
    .select({ id: w.id, name: w.name })
    .from(a)
    .innerJoin(m, and(eq(m.workspaceId, a.workspaceId), eq(m.userId, userId)))
    .innerJoin(w, eq(w.id, a.workspaceId))
    .where(
      and(
        eq(a.id, id),
        isNull(a.deletedAt),
        or(eq(a.ownerId, userId), eq(a.visibility, "workspace")),
        ne(a.workspaceId, workspaceId),
      ),
    );
  return row;
}
