import type { AgentConfig } from "@/lib/db/schema/agents";
import { switchOf } from "@/lib/http/contract/tool-switches";
import { conversationGet } from "./conversation-get";
import { conversationSearch } from "./conversation-search";
import { fileList } from "./file-list";
import { fileRead } from "./file-read";
import { fileWrite } from "./file-write";
import { memoryForget } from "./memory-forget";
import { memoryRead } from "./memory-read";
import { memorySearch } from "./memory-search";
import { memoryWrite } from "./memory-write";
import type { BuiltInTool, Tool } from "./tool";
import { webFetch } from "./web-fetch";

/** All tools of the product's own, in the order in which a model is told of them. */
export const TOOLS: readonly BuiltInTool[] = [
  conversationSearch,
  conversationGet,
  memorySearch,
  memoryRead,
  memoryWrite,
  memoryForget,
  fileList,
  fileRead,
  fileWrite,
  webFetch,
];

/** A tool that a conversation has. `ask`: its person is asked before each call. */
export type OfferedTool = { tool: Tool; switch: "on" | "ask" };

/**
 * The tools of a conversation. `agent`: the configuration of the agent that it is with, null without one: then it has
 * those that need none and are on by default. `mine`: whether the agent belongs to who talks to it. Somebody else's
 * agent has other people's instructions, and asks before it sends anything out of the house. Pure.
 */
export function toolsFor({ agent, mine }: { agent: AgentConfig | null; mine: boolean }): OfferedTool[] {
  return TOOLS.flatMap((tool) => {
    if (agent === null && tool.needsAgent) return [];
    const way = switchOf(agent ?? {}, tool.name).switch;
    if (way === "off") return [];
    return [{ tool, switch: way === "on" && tool.leavesHouse && !mine ? ("ask" as const) : way }];
  });
}
