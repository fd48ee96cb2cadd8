import type { SessionContext } from "@/lib/http/contract/context";

type Payload = NonNullable<SessionContext["payload"]>;
export type PayloadBlock = { role: "system" | "summary" | "user" | "assistant" | "tool"; text: string };

/** What is sent, piece by piece, each as its text; what is no text as the JSON that it is. */
export function payloadBlocks({ instructions, messages }: Payload): PayloadBlock[] {
  return [
    ...instructions.map((text, index): PayloadBlock => ({ role: index === 0 ? "system" : "summary", text })),
    ...messages.map(({ role, content }): PayloadBlock => ({ role: roleOf(role), text: textOf(content) })),
  ];
}

const roleOf = (role: string) => (role === "assistant" || role === "tool" ? role : "user");

const isText = (part: unknown): part is { type: "text"; text: string } =>
  typeof part === "object" && part !== null && "type" in part && part.type === "text" && "text" in part;

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content, null, 2) ?? "";
  return content.map((part) => (isText(part) ? part.text : JSON.stringify(part, null, 2))).join("\n\n");
}
