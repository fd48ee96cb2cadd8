import type { MessageParts } from "@/lib/db/schema/chat";
import type { Message } from "@/lib/http/contract/messages";

/** The contract leaves parts open; these are the ones the AI SDK makes and the screen knows how to show. */
export type Part = MessageParts[number];

export function partsOf(message: Message): readonly Part[] {
  return message.parts.filter(isPart);
}

function isPart(part: Message["parts"][number]): part is Message["parts"][number] & Part {
  if (part.type === "text" || part.type === "reasoning") return typeof part.text === "string";
  return true;
}

/** The words of a message as its author wrote them: what is copied and what is edited. */
export function sourceOf(message: Message): string {
  return partsOf(message)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n\n");
}
