import { and, eq, isNull, or } from "drizzle-orm";
import type { Db } from "@/lib/db/client";
import { type AgentRow, agents as a } from "@/lib/db/schema/agents";
import type { Owner } from "./sessions";

/** Of the actor's workspace: their own, and those that are shared with it. Archived ones too, deleted ones not. */
export const visibleTo = ({ userId, workspaceId }: Owner) =>
  and(eq(a.workspaceId, workspaceId), isNull(a.deletedAt), or(eq(a.ownerId, userId), eq(a.visibility, "workspace")));

/** An agent that the actor may talk to. */
export async function findAgent(db: Db, actor: Owner, id: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(a)
    .where(and(eq(a.id, id), visibleTo(actor)));
  return row;
}

export async function insertAgent(db: Db, values: typeof a.$inferInsert): Promise<AgentRow> {
  const [row] = await db.insert(a).values(values).returning();
  if (!row) throw new Error("an insert gave no row back");
  return row;
}

/** The agent of a conversation, if its person may still talk to it. One index probe. */
export async function findSpeakingAgent(db: Db, { agentId, userId }: { agentId: string; userId: string }) {
  const [row] = await db
    .select({ name: a.name, instructions: a.instructions })
    .from(a)
    .where(and(eq(a.id, agentId), isNull(a.deletedAt), or(eq(a.ownerId, userId), eq(a.visibility, "workspace"))));
  return row;
}
