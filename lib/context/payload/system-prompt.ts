import { countRunes, MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import type { AgentConfig } from "@/lib/db/schema/agents";
import { EARLIER } from "./model-messages";

/** First in every payload and the same bytes each time, so that a provider's cache of it holds. */
export const SYSTEM_PROMPT = [
  "You are the assistant in Cadau, a chat app for conversations of any length.",
  "Answer in the language of the user's newest message unless they ask for another.",
  "Use Markdown where it helps the reader.",
  "You may see only the newer part of a long conversation. When what you are asked about is not in it, say so instead of guessing.",
].join("\n");

/** With the line that stands before an answer which begins the verbatim messages. */
export const SYSTEM_PROMPT_RUNES = 2 * MESSAGE_OVERHEAD_RUNES + countRunes(SYSTEM_PROMPT + EARLIER);

/** What stands before the summary. */
export type SystemPrompt = {
  instructions: string;
  /** What the agent remembers; a message of its own, since it changes more often. "": nothing. */
  memory: string;
  memoryRunes: number;
  /** What the agent knows of the current message, from its files; it stands beside that message. "": nothing. */
  knowledge: string;
  knowledgeRunes: number;
  /** Of the definitions of tools, which are sent beside it. */
  toolRunes: number;
  /** The same in estimated tokens. */
  toolTokens: number;
  /** Whether the model can read what it is shown shortened: it has the tool for it. */
  canRead: boolean;
  /** What all of it comes to beyond the plain prompt. */
  runes: number;
  /** Whose tools may be called: the agent's configuration, and whether it belongs to who talks to it; null: no agent. */
  speaker: { config: AgentConfig; mine: boolean } | null;
};

const NO_KNOWLEDGE = { knowledge: "", knowledgeRunes: 0 };

/** Of a conversation without an agent. */
export const PLAIN_PROMPT: SystemPrompt = {
  instructions: SYSTEM_PROMPT,
  ...{ memory: "", memoryRunes: 0, ...NO_KNOWLEDGE, toolRunes: 0, toolTokens: 0, canRead: false, runes: 0 },
  speaker: null,
};

/** With the agent's name, its owner's instructions and what it remembers. Pure. */
export function agentPrompt(
  agent: { name: string; instructions: string; config: AgentConfig; mine: boolean },
  memory: string,
): SystemPrompt {
  const given = agent.instructions.trim();
  const instructions = [
    `${SYSTEM_PROMPT}\nYour name is ${JSON.stringify(agent.name)}.`,
    ...(given === "" ? [] : ["Your owner has given you these instructions:", given]),
  ].join("\n\n");
  const memoryRunes = memory === "" ? 0 : countRunes(memory) + MESSAGE_OVERHEAD_RUNES;
  const runes = countRunes(instructions) - countRunes(SYSTEM_PROMPT) + memoryRunes;
  const { config, mine } = agent;
  return {
    ...{ instructions, memory, memoryRunes, ...NO_KNOWLEDGE, toolRunes: 0, toolTokens: 0, canRead: false, runes },
    speaker: { config, mine },
  };
}

/** With tools: how they are to be used, what their definitions weigh, and whether one reads messages. Pure. */
export function withTools(
  prompt: SystemPrompt,
  { advice, runes, tokens, canRead }: { advice: string; runes: number; tokens: number; canRead: boolean },
): SystemPrompt {
  const added = advice === "" ? 0 : countRunes(advice) + 2;
  return {
    ...prompt,
    instructions: advice === "" ? prompt.instructions : `${prompt.instructions}\n\n${advice}`,
    toolRunes: prompt.toolRunes + runes,
    toolTokens: prompt.toolTokens + tokens,
    canRead: prompt.canRead || canRead,
    runes: prompt.runes + added + runes,
  };
}

/** With what has just become of the memory. Pure. */
export function withNotice(prompt: SystemPrompt, notice: string): SystemPrompt {
  const memory = prompt.memory === "" ? notice : `${prompt.memory}\n\n${notice}`;
  const memoryRunes = countRunes(memory) + MESSAGE_OVERHEAD_RUNES;
  return { ...prompt, memory, memoryRunes, runes: prompt.runes - prompt.memoryRunes + memoryRunes };
}

/** With what the agent knows of the current message. Pure. */
export function withKnowledge(prompt: SystemPrompt, knowledge: string): SystemPrompt {
  if (knowledge === "") return prompt;
  const knowledgeRunes = countRunes(knowledge);
  return { ...prompt, knowledge, knowledgeRunes, runes: prompt.runes - prompt.knowledgeRunes + knowledgeRunes };
}
