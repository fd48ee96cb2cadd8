import { convertToModelMessages, type ModelMessage, type UserContent } from "ai";
import { isSent, standingParts } from "@/lib/context/size/measure";
import type { MessageParts, MessageRole } from "@/lib/db/schema/chat";
import { fileBlock, fileOf, storedUrl } from "@/lib/files/part";

/** Stands for what was said before, in every language. */
export const EARLIER = "[…]";

export type PayloadRow = { role: MessageRole; parts: MessageParts };

/** A file's text stands in the message, set apart; an image stays a part, whose bytes are put in when it is sent. */
function asText(part: MessageParts[number]): MessageParts[number] {
  const file = fileOf(part);
  if (!file) return part;
  if (file.kind !== "image") return { type: "text", text: fileBlock(file) };
  return { type: "file", mediaType: file.mediaType, filename: file.name, url: storedUrl(file.file_id) };
}

type Content = Exclude<UserContent, string>;

const contentOf = (content: UserContent): Content =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

function onlyText(message: ModelMessage): string | null {
  if (message.role !== "assistant") return null;
  if (typeof message.content === "string") return message.content;
  return message.content.every((part) => part.type === "text")
    ? message.content.map((part) => part.text).join("\n\n")
    : null;
}

/** The two as one message, where both have the same role: models that insist on turns refuse two in a row. */
function joined(before: ModelMessage, next: ModelMessage): ModelMessage | null {
  if (before.role === "user" && next.role === "user") {
    return { role: "user", content: [...contentOf(before.content), ...contentOf(next.content)] };
  }
  // In one part, since some providers put an assistant's parts together without a gap.
  const [first, second] = [onlyText(before), onlyText(next)];
  return first === null || second === null ? null : { role: "assistant", content: `${first}\n\n${second}` };
}

/**
 * The messages as a provider takes them: without reasoning and without what has no content, turns alternating, a user's
 * first. A system message inside a conversation came with an import and has only a user's authority.
 */
export async function toModelMessages(rows: readonly PayloadRow[]): Promise<ModelMessage[]> {
  const sent = rows.flatMap(({ role, parts }) => {
    const content = standingParts(parts).filter((part) => isSent(part) || part.type === "step-start");
    if (!content.some(isSent)) return [];
    return [{ role: role === "system" ? ("user" as const) : role, parts: content.map(asText) }];
  });
  const messages: ModelMessage[] = [];
  for (const next of await convertToModelMessages(sent)) {
    const before = messages.at(-1);
    const both = before && joined(before, next);
    if (both) messages[messages.length - 1] = both;
    else messages.push(next);
  }
  // Templates of many models want a user first, where an import begins with an answer or a roll has split a turn.
  const begun = messages[0] === undefined || messages[0].role === "user";
  return begun ? messages : [{ role: "user", content: EARLIER }, ...messages];
}
