import { createHash } from "node:crypto";
import { v5 as uuidv5, v7 as uuidv7, validate, version } from "uuid";
import type { MessageParts } from "@/lib/db/schema/chat";
import { fileIdIn } from "@/lib/files/part";
import type { SendBody } from "@/lib/http/contract/runs";
import { cutGraphemes } from "@/lib/text";

export type TextPart = Extract<MessageParts[number], { type: "text" }>;
type Given = SendBody["message"];

/** What the person wrote, as it is stored. */
export function textsOfMessage({ text, parts }: Given): TextPart[] {
  if (!parts) return [{ type: "text", text: text ?? "" }];
  return parts.flatMap((part) => (part.type === "text" ? [{ type: "text", text: part.text }] : []));
}

/** The files beside it, each once. */
export function fileIdsOfMessage({ parts = [] }: Given): string[] {
  const ids = parts.flatMap((part) => (part.type === "file" ? (part.file_id ?? fileIdIn(part.url ?? "") ?? []) : []));
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** What makes a message sent again the same message. */
export function hashOf(texts: readonly TextPart[], fileIds: readonly string[]): string {
  const said = [...texts.map(({ text }) => text), ...fileIds.map((file_id) => ({ file_id }))];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
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

/** Where a sentence ends. */
const SENTENCE_END = /[.!?](?=\s|$)|[。！？…\n]/u;
const TITLE_RUNES = 60;
/** A first sentence as short as this says too little by itself; a Chinese character is two columns wide. */
const SHORT_COLUMNS = 5;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/gu;

/** What people say before they say what they want. A name may follow, up to the end of the line or a comma. */
const GREETING = new RegExp(
  [
    "(?:hi|hello|hey|howdy|greetings|dear|good (?:morning|afternoon|evening|day))\\b(?:[ \\t]+[\\p{L}.'’-]+){0,3}",
    "(?:thanks|thank you|ok|okay)",
    "(?:你好|您好|大家好|各位好|哈[喽啰]|嗨|嘿|早上好|上午好|中午好|下午好|晚上好|早安|在吗|请问)[呀啊哦么吗]?",
  ]
    .map((words) => `^${words}[ \\t]*(?:[,.!，。！~～…、?？]+|\\n)\\s*`)
    .join("|"),
  "iu",
);

/** The beginning of the first sentence that says something, as a conversation's name until it gets a better one. */
export function titleFrom(text: string): string {
  const body = withoutGreetings(text.slice(0, 2_000).trim());
  const end = sentenceEnd(body);
  const goesOn = !body.startsWith("#") && isShort(body.slice(0, end));
  const sentence = body
    .slice(0, goesOn ? end + sentenceEnd(body.slice(end)) : end)
    .replace(/[.。…\n]$/u, "")
    .replace(/^[#>\-*\s]+/, "")
    .replace(/\s+/g, " ")
    .trim();
  const cut = cutGraphemes(sentence, TITLE_RUNES);
  return cut.length < sentence.length ? `${cut.trimEnd()}…` : cut;
}

function withoutGreetings(text: string): string {
  let rest = text;
  for (;;) {
    const next = rest.replace(GREETING, "");
    // A greeting and nothing else is all there is to go by.
    if (next === rest || next === "") break;
    rest = next;
  }
  if (rest === text) return text;
  const first = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return first.toUpperCase() + rest.slice(first.length);
}

/** The place after the first sentence. */
function sentenceEnd(text: string): number {
  const mark = SENTENCE_END.exec(text.slice(1));
  return mark ? mark.index + 1 + mark[0].length : text.length;
}

function isShort(sentence: string): boolean {
  const words = sentence.trim();
  return !/[?？]$/.test(words) && words.length + (words.match(WIDE)?.length ?? 0) <= SHORT_COLUMNS;
}
