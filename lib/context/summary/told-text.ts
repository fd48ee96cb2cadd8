import type { MessageParts } from "@/lib/db/schema/chat";
import { fileOf } from "@/lib/files/part";
import { maskSecrets } from "@/lib/memory/secrets";
import { cutGraphemes, headAndTail } from "@/lib/text";

type Part = MessageParts[number];

const TOOL_INPUT_RUNES = 400;
const TOOL_OUTPUT_RUNES = 1_600;
const FILE_RUNES = 800;

/** `data:` URLs whole; the type is all that can be said of them in words. */
const DATA_URL = /data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*(?:;base64)?,[^\s"'`)>\]}]{32,}/gi;
/** Encoded bytes stand in one long run of letters of both cases and digits, perhaps in lines. */
const ENCODED = /[A-Za-z0-9+/_-]{160,}={0,2}/g;
const isEncoded = (run: string) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);

/** The text with encoded bytes left out: they say nothing to a summariser, and cost as much as a book. */
export function withoutData(text: string): string {
  return text
    .replace(DATA_URL, (_, type: string | undefined) => `[data: ${type ?? "text"}]`)
    .replace(ENCODED, (run) => (isEncoded(run) ? "[data]" : run));
}

/**
 * What a message says, for a summariser: its text, its tool calls and their results in short, "[image: name]" in the
 * place of images, and the name and beginning of other files. Never encoded bytes, nor a key, a password, a card's or a person's number: no summary is to hold them.
 */
export function toldText(parts: MessageParts): string {
  const told = parts
    .map(toldPart)
    .filter((text) => /\S/.test(text))
    .join("\n\n");
  return maskSecrets(told);
}

function toldPart(part: Part): string {
  if (part.type === "text") return withoutData(part.text);
  if (part.type === "file") {
    const kind = part.mediaType.startsWith("image/") ? "image" : "file";
    const name = `${kind}: ${cutGraphemes(withoutData(part.filename ?? part.mediaType), 200)}`;
    const text = cutGraphemes(withoutData(fileOf(part)?.text ?? ""), FILE_RUNES);
    return text === "" ? `[${name}]` : `[${name}, which begins: ${text}]`;
  }
  if (part.type === "source-url") return `[source: ${withoutData(part.title ?? part.url)}]`;
  if (part.type === "source-document") return `[source: ${withoutData(part.title)}]`;
  if (!("toolCallId" in part)) return "";

  const name = part.type === "dynamic-tool" ? part.toolName : part.type.replace(/^tool-/, "");
  const call = `[tool ${name} ${shortJson(part.input, TOOL_INPUT_RUNES)}`;
  if (part.state === "output-available") return `${call} → ${shortJson(part.output, TOOL_OUTPUT_RUNES)}]`;
  if (part.state === "output-error") return `${call} → failed: ${headAndTail(part.errorText, TOOL_INPUT_RUNES)}]`;
  if (part.state === "output-denied") return `${call} → denied]`;
  return `${call}, no result]`;
}

function shortJson(value: unknown, runes: number): string {
  const written = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return headAndTail(withoutData(written), runes);
}
