import type { Message } from "@/lib/http/contract/messages";
import {
  atLiveEdge,
  MAX_PAGES,
  messagesOf,
  PAGE_SIZE,
  singlePage,
  type WindowData,
  type WindowPage,
} from "./window-page";

/** Which side of a window that has grown too long is let go: the old one, or (the reader is up there) the new one. */
export type Keep = "newest" | "place";

/** New messages at the live edge. A window that does not hold the live edge stays as it is: it will read them when it gets there. */
export function addLive(data: WindowData, added: readonly Message[], keep: Keep): WindowData {
  if (!atLiveEdge(data)) return data;
  const known = new Set(messagesOf(data).map((message) => message.id));
  const fresh = added.filter((message) => !known.has(message.id));
  if (fresh.length === 0) return data;
  const last = data.pages.length - 1;
  return withTail(data, last, [...(data.pages[last]?.messages ?? []), ...fresh], keep);
}

/**
 * Brings the window up to the latest page as it is now. A message that still stands vouches for all before it, since
 * only tails are ever cut off; so the first message the two have in common says where the window is still good.
 * - `merged`: the window now ends as the latest page does;
 * - `gap`: messages are missing in between and the reader is elsewhere: the window keeps its place and goes on by paging;
 * - `reset`: it holds only the latest page, since nothing else can be vouched for or the reader is at the edge anyway.
 */
export function mergeLatest(
  data: WindowData,
  latest: WindowPage,
  keep: Keep,
): { data: WindowData; outcome: "merged" | "gap" | "reset" } {
  const reset = { data: singlePage(latest), outcome: "reset" } as const;
  const [first] = latest.messages;
  if (!first) return reset;
  const mine = messagesOf(data);
  const newest = mine.at(-1);
  if (!newest) return reset;

  const at = locate(data, first.id);
  if (at) {
    const head = data.pages[at.page]?.messages.slice(0, at.index) ?? [];
    const known = new Map(mine.map((message) => [message.id, message]));
    const tail = latest.messages.map((message) => reuse(known.get(message.id), message));
    return { data: withTail(data, at.page, [...head, ...tail], keep), outcome: "merged" };
  }
  if (newest.seq < first.seq && keep === "place") {
    return { data: withNewerBeside(data, newest.id), outcome: "gap" };
  }
  return reset;
}

/** Without the message of that seq and all later ones; the window then ends at the live edge. */
export function cutFrom(data: WindowData, seq: number): WindowData {
  const newest = messagesOf(data).at(-1);
  if (!newest || newest.seq < seq) return data;
  const pages: WindowPage[] = [];
  for (const page of data.pages) {
    const messages = page.messages.filter((message) => message.seq < seq);
    if (messages.length > 0) pages.push({ ...page, messages });
    if (messages.length < page.messages.length) break;
  }
  const last = pages.pop() ?? { messages: [], older: data.pages[0]?.older ?? null, newer: null };
  pages.push({ ...last, newer: null });
  return { pages, pageParams: data.pageParams.slice(0, pages.length) };
}

/** One message as it is stored now. */
export function replaceMessage(data: WindowData, message: Message): WindowData {
  const at = locate(data, message.id);
  if (!at) return data;
  const pages = data.pages.map((page, i) =>
    i === at.page ? { ...page, messages: page.messages.map((old) => (old.id === message.id ? message : old)) } : page,
  );
  return { ...data, pages };
}

function locate(data: WindowData, id: string): { page: number; index: number } | null {
  for (const [page, { messages }] of data.pages.entries()) {
    const index = messages.findIndex((message) => message.id === id);
    if (index >= 0) return { page, index };
  }
  return null;
}

/** The pages before `from` stay; `messages` follow them up to the live edge, in pages of the usual size. */
function withTail(data: WindowData, from: number, messages: readonly Message[], keep: Keep): WindowData {
  const pages = data.pages.slice(0, from);
  const pageParams = data.pageParams.slice(0, from);
  for (let i = 0; i < messages.length; i += PAGE_SIZE) {
    const chunk = messages.slice(i, i + PAGE_SIZE);
    const [first] = chunk;
    const last = chunk.at(-1);
    if (!first || !last) break;
    const inherited = i === 0 ? data.pages[from]?.older : undefined;
    pages.push({
      messages: chunk,
      older: inherited === undefined ? { beside: first.id } : inherited,
      newer: i + PAGE_SIZE < messages.length ? { beside: last.id } : null,
    });
    pageParams.push({ at: "from", id: first.id });
  }
  const kept = keep === "newest" ? [-MAX_PAGES] : [0, MAX_PAGES];
  return { pages: pages.slice(...kept), pageParams: pageParams.slice(...kept) };
}

function withNewerBeside(data: WindowData, id: string): WindowData {
  const pages = data.pages.map((page, i) => (i === data.pages.length - 1 ? { ...page, newer: { beside: id } } : page));
  return { ...data, pages };
}

/** The object the window already has where nothing in it has changed, so that its row does not render again. */
function reuse(old: Message | undefined, now: Message): Message {
  const same =
    old !== undefined &&
    old.seq === now.seq &&
    old.status === now.status &&
    old.text === now.text &&
    old.parts.length === now.parts.length &&
    old.run_id === now.run_id &&
    old.created_at === now.created_at &&
    old.error?.code === now.error?.code;
  return same ? old : now;
}
