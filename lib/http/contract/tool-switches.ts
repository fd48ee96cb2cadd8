// The built-in tools by name, and how the switch of each may stand. Without zod: the browser reads it too.

export type ToolSwitch = "off" | "on" | "ask";

const TWO_WAYS = ["off", "on"] as const;
/** Where a call changes something or leaves the house, its person may be asked first. */
const THREE_WAYS = ["off", "ask", "on"] as const;

/** In the order in which they are shown. */
export const TOOL_SWITCHES = {
  conversation_search: TWO_WAYS,
  conversation_get: TWO_WAYS,
  memory_search: TWO_WAYS,
  memory_read: TWO_WAYS,
  memory_write: THREE_WAYS,
  memory_forget: THREE_WAYS,
  file_list: TWO_WAYS,
  file_read: TWO_WAYS,
  file_write: THREE_WAYS,
  web_fetch: THREE_WAYS,
} as const satisfies Record<string, readonly ToolSwitch[]>;

export type ToolName = keyof typeof TOOL_SWITCHES;
