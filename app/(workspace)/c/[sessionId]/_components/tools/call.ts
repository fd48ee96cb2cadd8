import type { Part } from "../message/message-text";

/** One call of a tool, as the AI SDK keeps it in a message. */
export type Call = Extract<Part, { toolCallId: string }>;

export const isCall = (part: Part): part is Call =>
  "toolCallId" in part && (part.type === "dynamic-tool" || part.type.startsWith("tool-"));

export type CallState = "preparing" | "running" | "asking" | "done" | "failed" | "denied" | "unknown" | "broken";

/** What a crash in the middle of a call is told by. */
const UNKNOWN = /^unknown:\s*/;

/** Where a call stands. `running`: its answer is still being written; afterwards nothing that is open goes on. */
export function stateOf(call: Call, running: boolean): CallState {
  switch (call.state) {
    case "output-available":
      return "done";
    case "output-error":
      return UNKNOWN.test(call.errorText) ? "unknown" : "failed";
    case "output-denied":
      return "denied";
    case "approval-requested":
      return running ? "asking" : "broken";
    case "input-streaming":
      return running ? "preparing" : "broken";
    default:
      return running ? "running" : "broken";
  }
}

export const isOpen = (state: CallState) => state === "preparing" || state === "running" || state === "asking";

/** The words that there are for what is done. */
export const DEEDS = [
  "conversation_search",
  "conversation_get",
  "memory_search",
  "memory_read",
  "memory_write",
  "memory_forget",
  "file_list",
  "file_read",
  "file_write",
  "file_append",
  "file_delete",
  "web_fetch",
] as const;
export type Deed = (typeof DEEDS)[number] | "other";

export const toolNameOf = (call: Call): string =>
  call.type === "dynamic-tool" ? call.toolName : call.type.replace(/^tool-/, "");

/** What a call does, and with what, in a few words; an empty `about` where it cannot be told. */
export function deedOf(call: Call): { deed: Deed; about: string } {
  const name = toolNameOf(call);
  const input = membersOf(call.input);
  const output = membersOf("output" in call ? call.output : undefined);
  const mode = name === "file_write" ? (input.mode ?? (input.append === true ? "append" : undefined)) : undefined;
  const meant = mode === "append" ? "file_append" : mode === "delete" ? "file_delete" : name;
  const deed = DEEDS.find((known) => known === meant) ?? "other";
  const first = (...values: unknown[]) => values.find((value) => typeof value === "string" && value.trim() !== "");
  const about = {
    conversation_search: first(input.query, input.q),
    conversation_get: first(output.title),
    memory_search: first(input.query, input.q),
    memory_read: first(output.title, input.day),
    memory_write: first(output.title, input.title, input.text),
    memory_forget: first(output.title),
    file_list: undefined,
    file_read: first(input.name),
    file_write: first(input.name),
    file_append: first(input.name),
    file_delete: first(input.name),
    web_fetch: siteOf(first(input.url)),
    other: first(call.title, name),
  }[deed];
  return { deed, about: typeof about === "string" ? short(about) : "" };
}

/** The words of the failure that the model got: its kind, and what else it says. */
export function failureOf(errorText: string): { code: string; said: string } {
  const text = errorText.replace(UNKNOWN, "");
  const coded = /^([a-z]+(?:_[a-z]+)*):\s*(.*)$/su.exec(text);
  return { code: coded?.[1] ?? "other", said: coded?.[2] ?? text };
}

/** A value's members; of one that came as JSON text too. */
export function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value === "string") return value.startsWith("{") ? membersOf(parsed(value)) : {};
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function siteOf(url: unknown): string {
  if (typeof url !== "string") return "";
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return host + (pathname === "/" ? "" : pathname);
}

const MOST = 80;

function short(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > MOST ? `${line.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}
