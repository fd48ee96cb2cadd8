import type { MessageParts } from "@/lib/db/schema/chat";

type Part = MessageParts[number];

/** What a file part of ours holds of its text: the extract that a model was given. */
function extractIn(part: Extract<Part, { type: "file" }>): string {
  const text = part.providerMetadata?.cadau?.text;
  return typeof text === "string" ? text : "";
}

/**
 * All that a message says, as one text: what people read, tool calls with their results in full, and the extracts of
 * files. `without`: tools whose results are left out.
 */
export function messageText(parts: MessageParts, { without }: { without?: string } = {}): string {
  return parts
    .map((part) => partText(part, without))
    .filter((text) => text !== "")
    .join("\n\n");
}

function partText(part: Part, without: string | undefined): string {
  if (part.type === "text") return part.text;
  if (part.type === "file") return [`[file: ${part.filename ?? part.mediaType}]`, extractIn(part)].join("\n").trim();
  if (part.type === "source-url") return `[source: ${part.title ?? part.url} ${part.url}]`;
  if (part.type === "source-document") return `[source: ${part.title}]`;
  if (!("toolCallId" in part)) return "";
  const name = part.type === "dynamic-tool" ? part.toolName : part.type.replace(/^tool-/, "");
  const call = `[tool ${name} ${written(part.input)}]`;
  if (part.state === "output-available") return name === without ? call : `${call}\n→ ${written(part.output)}`;
  if (part.state === "output-error") return `${call}\n→ failed: ${part.errorText}`;
  return part.state === "output-denied" ? `${call}\n→ denied` : call;
}

const written = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
