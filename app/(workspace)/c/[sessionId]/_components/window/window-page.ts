import type { InfiniteData } from "@tanstack/react-query";
import type { HistoryPage, Message } from "@/lib/http/contract/messages";

export const PAGE_SIZE = 25;
export const MAX_PAGES = 4;

/**
 * How the neighbour of a page is found: by the server's cursor, or beside a message where the page was made here
 * (messages that came live have no cursor of their own). `null`: the conversation ends there.
 */
export type Edge = { cursor: string } | { beside: string } | null;

export type WindowPage = { messages: Message[]; older: Edge; newer: Edge };

/**
 * Which page to read. It says direction and anchor in full, so that a refetch, which walks forward from the first
 * kept page, reads the same stretch of the conversation again.
 */
export type WindowParam =
  | { at: "latest" }
  | { at: "around"; id: string }
  | { at: "cursor"; side: "older" | "newer"; cursor: string }
  | { at: "beside"; side: "older" | "newer"; id: string }
  /** The page that begins with this message. */
  | { at: "from"; id: string };

export type WindowData = InfiniteData<WindowPage, WindowParam>;

export function toWindowPage(page: HistoryPage): WindowPage {
  return {
    messages: page.messages,
    older: page.older_cursor ? { cursor: page.older_cursor } : null,
    newer: page.newer_cursor && !page.at_live_edge ? { cursor: page.newer_cursor } : null,
  };
}

export function neighbour(edge: Edge, side: "older" | "newer"): WindowParam | undefined {
  if (!edge) return undefined;
  return "cursor" in edge ? { at: "cursor", side, cursor: edge.cursor } : { at: "beside", side, id: edge.beside };
}

/** The part of a page around message `id` that lies on one side of it, as a page of its own. */
export function sideOf(page: WindowPage, id: string, side: "older" | "newer" | "from"): WindowPage {
  const index = page.messages.findIndex((message) => message.id === id);
  if (index < 0) return page;
  if (side === "older") {
    const all = page.messages.slice(0, index);
    const kept = all.slice(-PAGE_SIZE);
    const [first] = kept;
    return {
      messages: kept,
      older: first && kept.length < all.length ? { beside: first.id } : page.older,
      newer: { beside: kept.at(-1)?.id ?? id },
    };
  }
  const all = page.messages.slice(side === "from" ? index : index + 1);
  const kept = all.slice(0, PAGE_SIZE);
  const last = kept.at(-1);
  return {
    messages: kept,
    older: index > 0 || page.older || side === "newer" ? { beside: kept[0]?.id ?? id } : null,
    newer: last && kept.length < all.length ? { beside: last.id } : page.newer,
  };
}

type Pages = { pages: readonly WindowPage[] };

export function messagesOf(data: Pages | undefined): Message[] {
  return data?.pages.flatMap((page) => page.messages) ?? [];
}

/** Whether the window holds the newest message. */
export function atLiveEdge(data: Pages | undefined): boolean {
  return data?.pages.at(-1)?.newer === null;
}

export function singlePage(page: WindowPage): WindowData {
  return { pages: [page], pageParams: [{ at: "latest" }] };
}
