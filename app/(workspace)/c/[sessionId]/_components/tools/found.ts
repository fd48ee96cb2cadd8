import { membersOf } from "./call";

/** Something that a tool found, with the way there. */
export type Found = { href: string; title: string; text: string };

const MOST = 20;
const INTERNAL = /^\/(?:c|agents)\/[0-9a-f-]{36}(?:[/?#]|$)/;

/** What of an answer leads somewhere in the product: messages, conversations, entries, days. Of others' addresses nothing. */
export function foundIn(output: unknown): Found[] {
  const members = membersOf(output);
  const listed = Object.values(members).flatMap((value) => (Array.isArray(value) && value.some(leads) ? value : []));
  const candidates: unknown[] = listed.length === 0 && leads(members) ? [members] : listed;
  return candidates.slice(0, MOST).flatMap((candidate) => {
    const item = membersOf(candidate);
    const { link } = item;
    if (typeof link !== "string" || !INTERNAL.test(link)) return [];
    const title = first(item.title, item.session_title, members.title, item.day);
    const text = plain(first(item.snippet, item.text, item.preview));
    return [{ href: link, title: [title, first(item.speaker, item.name)].filter(Boolean).join(" · "), text }];
  });
}

const leads = (value: unknown) => typeof membersOf(value).link === "string";

const first = (...values: unknown[]): string =>
  values.find((value): value is string => typeof value === "string" && value.trim() !== "") ?? "";

/** A snippet's marks and escapes are for those who show it as such. */
const plain = (text: string) =>
  text
    .slice(0, 400)
    .replace(/<\/?mark>/g, "")
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ESCAPES[name] ?? "");
const ESCAPES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
