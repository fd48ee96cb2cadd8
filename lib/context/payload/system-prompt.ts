import { countRunes, MESSAGE_OVERHEAD_RUNES } from "@/lib/context/size/measure";
import { EARLIER } from "./model-messages";

/** First in every payload and the same bytes each time, so that a provider's cache of it holds. */
export const SYSTEM_PROMPT = [
  "You are the assistant in Cadau, a chat app for conversations of any length.",
  "Answer in the language of the user's newest message unless they ask for another.",
  "Use Markdown where it helps the reader.",
  "You may see only the newer part of a long conversation. When what you are asked about is not in it, say so instead of guessing.",
].join("\n");

/** With the line that stands before an answer which begins the verbatim messages. */
export const SYSTEM_PROMPT_RUNES = 2 * MESSAGE_OVERHEAD_RUNES + countRunes(SYSTEM_PROMPT + EARLIER);
