/** Whether the rail is shown beside the conversation, remembered where the server can read it. */
export const RAIL_COOKIE = "rail";
export const RAIL_CLOSED = "closed";

export function rememberRail(open: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${RAIL_COOKIE}=${open ? "open" : RAIL_CLOSED}; path=/; max-age=31536000; samesite=lax`;
}
