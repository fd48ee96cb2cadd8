import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTranslator, type Messages } from "next-intl";
import type { Locale } from "@/lib/auth/actor-type";
import { NAMESPACES } from "@/lib/i18n/namespaces";
import { ROOT } from "./product";

export type Words = ReturnType<typeof wordsIn>;

/** What the screen says in a language, by the keys of the message files: `words("agents.create")`. */
export function wordsIn(locale: Locale) {
  const files = NAMESPACES.map((name) => {
    const words: unknown = JSON.parse(readFileSync(join(ROOT, "messages", locale, `${name}.json`), "utf8"));
    return [name, words] as const;
  });
  return createTranslator({ locale, messages: Object.fromEntries(files) as Messages });
}

/** The words as a pattern, with these in the places of what is not known. */
export const wordsAround = (text: string, unknown: string): RegExp =>
  new RegExp(`^${text.split(unknown).map(escaped).join(".*")}$`);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
