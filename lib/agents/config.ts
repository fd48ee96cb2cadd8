import type { AgentConfig, ToolSwitch } from "@/lib/db/schema/agents";

type Changes = Readonly<Record<string, unknown>> & {
  tools?: Readonly<Partial<Record<string, ToolSwitch | null>>> | null | undefined;
};

/**
 * The configuration with what was named set, or taken away where it is null. All other keys stay, known or not; of the
 * tools' switches too, each of which is a key of its own.
 */
export function changedConfig(config: AgentConfig, { tools, ...changes }: Changes): AgentConfig {
  const { tools: old, ...others } = config;
  const switches = tools === null ? {} : tools === undefined ? old : merged(isObject(old) ? old : {}, tools);
  const isEmpty = switches === undefined || Object.keys(switches).length === 0;
  return { ...merged<unknown>(others, changes), ...(!isEmpty && { tools: switches }) };
}

function merged<V>(
  old: Readonly<Record<string, V>>,
  changes: Readonly<Partial<Record<string, V | null>>>,
): Record<string, V> {
  const kept = Object.entries(old).filter(([key]) => !Object.hasOwn(changes, key));
  const set = Object.entries(changes).filter(
    (entry): entry is [string, V] => entry[1] !== null && entry[1] !== undefined,
  );
  return Object.fromEntries([...kept, ...set]);
}

/** What an older program has stored may be anything. */
const isObject = (value: unknown): value is Readonly<Record<string, ToolSwitch>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
