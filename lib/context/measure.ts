import type { MessageParts } from "@/lib/db/schema/chat";

/** Runes that a provider's framing of a message costs beyond its content. */
export const MESSAGE_OVERHEAD_RUNES = 12;

/** Unicode code points. */
export function countRunes(text: string): number {
  let runes = 0;
  for (let i = 0; i < text.length; i++) {
    runes++;
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
  }
  return runes;
}

/** Plain-text projection of a message's parts: what people read, without reasoning and tools. */
export function textOf(parts: MessageParts): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

/** What a message with these parts adds to a payload. Tool calls and results count as the JSON that is sent. */
export function payloadRunes(parts: MessageParts): number {
  let runes = MESSAGE_OVERHEAD_RUNES;
  for (const part of parts) {
    if (part.type === "text") runes += countRunes(part.text);
    else if (part.type.startsWith("tool-") || part.type === "dynamic-tool") runes += countRunes(JSON.stringify(part));
  }
  return runes;
}
