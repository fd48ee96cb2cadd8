import type { WorkspacePolicy } from "@/lib/db/schema/accounts";
import type { AgentConfig } from "@/lib/db/schema/agents";

export const TOGGLES = ["memory_auto_append", "memory_auto_extract"] as const;
export type Toggle = (typeof TOGGLES)[number];

const DEFAULTS: Record<Toggle, boolean> = { memory_auto_append: false, memory_auto_extract: true };

/** Whether it is on, and who decided that. */
export type Decided = { on: boolean; by: "default" | "agent" | "workspace" };

/** The workspace's policy wins over the agent's own choice, and that over the default. */
export function decided(toggle: Toggle, config: AgentConfig, policy: WorkspacePolicy): Decided {
  const forced = policy[toggle];
  if (forced !== undefined) return { on: forced, by: "workspace" };
  const own = config[toggle];
  return own === undefined ? { on: DEFAULTS[toggle], by: "default" } : { on: own, by: "agent" };
}
