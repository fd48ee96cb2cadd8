import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { agentsWithSizes } from "@/lib/db/queries/agents-overview";
import { decided } from "@/lib/memory/toggles";
import { readPolicy } from "./policy";

export const MOST_AGENTS = 500;

/** Every agent of the workspace as its admins see it: whose it is, what it keeps by itself, and how much; never what. */
export async function agentsOverview(actor: Actor) {
  const policy = await readPolicy(actor);
  const rows = await agentsWithSizes(await getDb(), actor.workspaceId, MOST_AGENTS + 1);
  const agents = rows.slice(0, MOST_AGENTS).map(({ config, ...row }) => ({
    ...row,
    memories: row.memories ?? 0,
    entries: row.entries ?? 0,
    notes: row.notes ?? 0,
    bytes: row.bytes ?? 0,
    failures: row.failures ?? 0,
    toggles: {
      memory_auto_append: decided("memory_auto_append", config, policy),
      memory_auto_extract: decided("memory_auto_extract", config, policy),
    },
  }));
  return { policy, agents, more: rows.length > MOST_AGENTS };
}

export type AgentOverview = Awaited<ReturnType<typeof agentsOverview>>["agents"][number];
