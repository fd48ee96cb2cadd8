// The built-in tools by name: how the switch of each may stand, and how it does where nobody has set it. Without zod:
// the browser reads it too.

export type ToolSwitch = "off" | "on" | "ask";

const READS = { ways: ["off", "on"], byDefault: "on" } as const;
/** What changes something, or tells somebody outside something, can ask first. */
const ACTS = { ways: ["off", "ask", "on"], byDefault: "on" } as const;

/** In the order in which they are shown and told of. */
export const TOOL_SWITCHES = {
  conversation_search: READS,
  conversation_get: READS,
  memory_search: READS,
  memory_read: READS,
  memory_write: ACTS,
  memory_forget: ACTS,
  file_list: READS,
  file_read: READS,
  file_write: ACTS,
  web_fetch: { ...ACTS, byDefault: "off" },
} as const satisfies Record<string, { ways: readonly ToolSwitch[]; byDefault: ToolSwitch }>;

export type ToolName = keyof typeof TOOL_SWITCHES;
export const TOOL_NAMES = Object.keys(TOOL_SWITCHES).filter((name): name is ToolName => name in TOOL_SWITCHES);

/** Something of each tool. Written out, so that it is known to have all of them. */
export const perTool = <T>(of: (name: ToolName) => T): Record<ToolName, T> => ({
  conversation_search: of("conversation_search"),
  conversation_get: of("conversation_get"),
  memory_search: of("memory_search"),
  memory_read: of("memory_read"),
  memory_write: of("memory_write"),
  memory_forget: of("memory_forget"),
  file_list: of("file_list"),
  file_read: of("file_read"),
  file_write: of("file_write"),
  web_fetch: of("web_fetch"),
});

export type DecidedSwitch = { switch: ToolSwitch; by: "default" | "agent" };

/** How the switch of a tool stands for an agent: as its owner has set it, else as it does by default. */
export function switchOf(config: { tools?: unknown }, name: ToolName): DecidedSwitch {
  const { ways, byDefault } = TOOL_SWITCHES[name];
  const own: unknown = isObject(config.tools) ? config.tools[name] : undefined;
  const known = ways.find((way) => way === own);
  return known === undefined ? { switch: byDefault, by: "default" } : { switch: known, by: "agent" };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
