import { createHash } from "node:crypto";
import { v5 as uuidv5, v7 as uuidv7, validate, version } from "uuid";
import type { MessageParts } from "@/lib/db/schema/chat";
import type { SendBody } from "@/lib/http/contract/runs";
import { cutGraphemes } from "@/lib/text";

export type UserParts = Extract<MessageParts[number], { type: "text" }>[];

/** The user's message as it is stored. */
export function partsOfMessage({ text, parts }: SendBody["message"]): UserParts {
  return parts ? parts.map((part) => ({ type: "text", text: part.text })) : [{ type: "text", text: text ?? "" }];
}

/** What makes a message sent again the same message. */
export function hashOf(parts: UserParts): string {
  return createHash("sha256")
    .update(JSON.stringify(parts.map((part) => part.text)))
    .digest("hex");
}

/**
 * The id of the session that a first message begins: the same for the same message of the same person, so that
 * sending it several times at once begins one. It is as young as the message, as ids in an index should be.
 */
export function sessionIdOf(userId: string, messageId: string): string {
  const derived = uuidv5(messageId, userId);
  if (!validate(messageId) || version(messageId) !== 7) return derived;
  // A version 7 id: its time, then bits of our own choice.
  return `${messageId.slice(0, 14)}7${derived.slice(15)}`;
}

export const newId = uuidv7;

/** Where a title's first sentence ends. */
const SENTENCE_END = /[.!?](?=\s|$)|[。！？…\n]/u;
const TITLE_RUNES = 60;

/** The beginning of the first sentence, as a conversation's name until it gets a better one. */
export function titleFrom(text: string): string {
  const head = text.slice(0, 2_000).trimStart();
  const end = head.search(SENTENCE_END);
  const sentence = (end > 0 ? head.slice(0, end + (/[?？!！]/.test(head.charAt(end)) ? 1 : 0)) : head)
    .replace(/^[#>\-*\s]+/, "")
    .replace(/\s+/g, " ")
    .trim();
  const cut = cutGraphemes(sentence, TITLE_RUNES);
  return cut.length < sentence.length ? `${cut.trimEnd()}…` : cut;
}
