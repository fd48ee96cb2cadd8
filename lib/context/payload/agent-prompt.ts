import type { Bounds } from "@/lib/context/size/limit";
import type { Db } from "@/lib/db/client";
import { findSpeakingAgent } from "@/lib/db/queries/agents";
import { AppError } from "@/lib/errors";
import { knowledgeFor } from "@/lib/files/knowledge/recall";
import { log } from "@/lib/log";
import { homeOf } from "@/lib/memory/home";
import { recalled } from "@/lib/memory/recall";
import { syncMemory } from "@/lib/memory/sync";
import { boundsOf, type Sized } from "./budget";
import { agentPrompt, PLAIN_PROMPT, type SystemPrompt, withKnowledge } from "./system-prompt";

/** What is recalled never takes more than this share of what the model takes. */
const MEMORY_SHARE = 1 / 8;
/** Instructions and memory may fill so much of it: the rest is the conversation's. */
const PROMPT_SHARE = 1 / 2;

/** Whose conversation, with which agent. */
type Talk = { agentId: string | null; userId: string; runesPerToken: number | null };

/** Passages of its files never take more than this share of what the model takes. */
const KNOWLEDGE_SHARE = 1 / 8;

/**
 * What an agent adds to a payload: its instructions, what it remembers and, for `question`, what it knows. Without an
 * agent no statement; else a few index probes.
 */
export async function promptOf(
  db: Db,
  { agentId, userId, runesPerToken }: Talk,
  model: Sized,
  question = "",
): Promise<SystemPrompt> {
  if (agentId === null) return PLAIN_PROMPT;
  const agent = await findSpeakingAgent(db, { agentId, userId });
  if (!agent) return PLAIN_PROMPT;
  // What somebody has just written by hand is known in the next message.
  await syncMemory(homeOf(agent, userId)).catch((error: unknown) =>
    log.warn("agent_memory_file_problem", { agent_id: agentId }, error),
  );
  const { limitRunes } = boundsOf(model, { runesPerToken, promptRunes: 0 });
  const memory = await recalled(db, { agentId, userId }, Math.floor(limitRunes * MEMORY_SHARE));
  const prompt = agentPrompt({ ...agent, config: agent.configJson, mine: agent.ownerId === userId }, memory);
  const most = Math.floor(Math.min(limitRunes * KNOWLEDGE_SHARE, limitRunes * PROMPT_SHARE - prompt.runes));
  return withKnowledge(prompt, await knowledgeFor(db, agentId, question, most));
}

/** Throws where what the agent brings leaves no room to talk: no roll could make any. */
export function requireRoomBesides({ runes }: SystemPrompt, { limitRunes }: Pick<Bounds, "limitRunes">): void {
  const most = Math.floor(limitRunes * PROMPT_SHARE);
  if (runes > most) throw new AppError("instructions_too_large", { runes, limit_runes: most });
}
