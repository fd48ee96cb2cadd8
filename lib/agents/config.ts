import type { AgentConfig } from "@/lib/db/schema/agents";

/** The configuration with what was named set, or taken away where it is null. All other keys stay, known or not. */
export function changedConfig(config: AgentConfig, changes: Readonly<Record<string, unknown>>): AgentConfig {
  const kept = Object.entries(config).filter(([key]) => !Object.hasOwn(changes, key));
  const set = Object.entries(changes).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries([...kept, ...set]);
}
