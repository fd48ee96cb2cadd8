import type { Actor } from "@/lib/auth/actor-type";
import type { Db } from "@/lib/db/client";
import { findAgent } from "@/lib/db/queries/agents";
import type { AgentRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";

/** An agent that the actor may begin a conversation with. Throws `not_found` and `agent_archived`. */
export async function requireUsableAgent(db: Db, actor: Actor, id: string): Promise<AgentRow> {
  const agent = await findAgent(db, actor, id);
  if (!agent) throw new AppError("not_found", { kind: "agent" });
  if (agent.archivedAt) throw new AppError("agent_archived", { agent_id: id });
  return agent;
}
