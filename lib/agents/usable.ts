import type { Actor } from "@/lib/auth/actor-type";
import { type Db, getDb } from "@/lib/db/client";
import { findAgent, findAgentsByName } from "@/lib/db/queries/agents";
import type { AgentRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";

/** An agent that the actor may begin a conversation with. Throws `not_found` and `agent_archived`. */
export async function requireUsableAgent(db: Db, actor: Actor, id: string): Promise<AgentRow> {
  const agent = await findAgent(db, actor, id);
  if (!agent) throw new AppError("not_found", { kind: "agent" });
  if (agent.archivedAt) throw new AppError("agent_archived", { agent_id: id });
  return agent;
}

/** The one agent of that name that the actor may talk to. Throws `invalid_input` where there is none, or several. */
export async function agentNamed(actor: Actor, name: string): Promise<AgentRow> {
  const found = await findAgentsByName(await getDb(), actor, name.trim());
  const [agent] = found;
  if (agent && found.length === 1) return agent;
  const message = agent
    ? `is the name of ${found.length} agents: give the id of one of them (${found.map(({ id }) => id).join(", ")})`
    : "is the name of no agent that this account may talk to";
  throw new AppError("invalid_input", { issues: [{ path: "agent", message }] });
}
