import type { MessageRole } from "@/lib/db/schema/chat";
import { cutGraphemes } from "@/lib/text";

/** Who says a line of an extracted summary, as it stands before the line. */
export const SPEAKER = /^[^\s:：*`#>.!?…。！？；](?:[^:：\n.!?…。！？；]{0,38}[^\s:：.!?…。！？；])?(?:: |：)/u;
export const ASSISTANT = { latin: "Assistant: ", han: "助手：" };
export const HAN = /\p{Script=Han}/u;

export function speakerOf(role: MessageRole, name: string | null, text: string): string {
  const bare = name?.replace(/[\s:：*`#>.!?…。！？；]+/gu, " ").trim();
  const han = HAN.test(text);
  if (bare) return `${cutGraphemes(bare, 38)}${han ? "：" : ": "}`;
  if (role === "user") return "";
  return han ? ASSISTANT.han : ASSISTANT.latin;
}
