import { getTranslations } from "next-intl/server";
import { parseEntry } from "@/lib/memory/front-matter";

/** What an entry's file says to a person: without ids and times. A file that is no entry as it stands, no file as nothing. */
export async function readableFile(): Promise<(text: string | null) => string> {
  const t = await getTranslations("memory");
  return (text) => {
    const read = text === null ? null : parseEntry(text);
    if (read === null || "problem" in read) return text ?? "";
    const { title, body, kind, tags, pinned, supersededBy } = read.entry;
    const facts = [t(`kinds.${kind}`), pinned && t("pinned"), supersededBy && t("superseded")];
    const line = [...facts, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(" · ");
    return [title, body, line].filter(Boolean).join("\n\n");
  };
}
