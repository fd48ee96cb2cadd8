import type { SessionContext } from "@/lib/http/contract/context";

export type WholePayload = { payload: NonNullable<SessionContext["payload"]>; parts: SessionContext["parts"] };
export type PayloadBlock = { role: "system" | "memory" | "summary" | "user" | "assistant" | "tool"; text: string };

/** What is sent, piece by piece, each as its text; what is no text as the JSON that it is. */
export function payloadBlocks({ payload, parts }: WholePayload): PayloadBlock[] {
  // The system's messages are the instructions, what an agent remembers, and the summary; the latter two if any.
  const second = parts.some(({ kind }) => kind === "memory") ? "memory" : "summary";
  const roles = ["system", second] as const;
  return [
    ...payload.instructions.map((text, index): PayloadBlock => ({ role: roles[index] ?? "summary", text })),
    ...payload.messages.map(({ role, content }): PayloadBlock => ({ role: roleOf(role), text: textOf(content) })),
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
