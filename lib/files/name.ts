import { cutGraphemes, storableText } from "@/lib/text";

const MOST_RUNES = 120;
const MOST_ENDING = 16;
/** What no file's name may hold: controls, and what would change the direction of the text around it. */
const UNSEEN = /[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** A file's name as it is shown and offered for download: no path, nothing unseen, not too long. Never empty. */
export function plainName(given: string): string {
  const last = storableText(given).split(/[/\\]/).at(-1) ?? "";
  const name = last
    .replace(UNSEEN, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "");
  if (name === "") return "file";
  const cut = cutGraphemes(name, MOST_RUNES);
  if (cut === name) return name;
  const ending = endingOf(name);
  return `${cutGraphemes(name, MOST_RUNES - ending.length - 1)}…${ending}`;
}

/** With its dot, in lower case; "" where there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 ? name.slice(dot) : "";
  return ending.length <= MOST_ENDING && /^\.[\w-]+$/.test(ending) ? ending.toLowerCase() : "";
}
