/** What is carried of a search to where it leads. */
export const MOST_MARKED = 300;

/** Opens a conversation at a message, with the words of a search marked in it. */
export function messagePath(sessionId: string, messageId: string, q = ""): string {
  const words = q.slice(0, MOST_MARKED).replace(/[\uD800-\uDBFF]$/, "");
  return `/c/${sessionId}?${new URLSearchParams({ m: messageId, ...(words && { q: words }) })}`;
}
