import type { WorkspacePolicy } from "@/lib/db/schema/accounts";
import type { AgentMemoryRow, AgentRow } from "@/lib/db/schema/agents";
import type { Agent } from "@/lib/http/contract/agents";
import { perTool, switchOf } from "@/lib/http/contract/tool-switches";
import { decided } from "@/lib/memory/toggles";

/** An agent, its owner's name, the reader's own memory with it, and what the workspace has decided. */
export type AgentView = { agent: AgentRow; ownerName: string; memory: AgentMemoryRow | null; policy: WorkspacePolicy };

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null;

export function presentAgent({ agent, ownerName, memory, policy }: AgentView, userId: string): Agent {
  return {
    id: agent.id,
    name: agent.name,
    emoji: agent.emoji,
    picture: agent.picture,
    instructions: agent.instructions,
    model: agent.model,
    visibility: agent.visibility,
    opening_questions: agent.openingQuestions,
    config_json: agent.configJson,
    toggles: {
      memory_auto_append: decided("memory_auto_append", agent.configJson, policy),
      memory_auto_extract: decided("memory_auto_extract", agent.configJson, policy),
    },
    tools: perTool((name) => switchOf(agent.configJson, name)),
    owner: { id: agent.ownerId, name: ownerName },
    mine: agent.ownerId === userId,
    memory: {
      entries: memory?.entries ?? 0,
      notes: memory?.notes ?? 0,
      bytes: memory?.bytes ?? 0,
      last_flush_at: iso(memory?.lastFlushAt),
      failed_at: iso(memory?.failedAt),
      failure: memory?.failure ?? null,
    },
    archived: agent.archivedAt !== null,
    created_at: agent.createdAt.toISOString(),
    updated_at: agent.updatedAt.toISOString(),
  };
}
