const LINKS = new Set(["http:", "https:", "mailto:"]);
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$/i;

// What an agent names as its sources: opening them is all that their addresses do, whoever has written them.
const FILE = /^\/api\/v1\/files\/[0-9a-f-]{36}$/i;
const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const OWN_PAGE = new RegExp(
  `^/(?:c/${ID}(?:\\?m=${ID})?|agents/${ID}(?:/entries/${ID}|/notes(?:\\?day=\\d{4}-\\d{2}-\\d{2})?)?)$`,
  "i",
);

/** Whether the address opens a conversation, an entry or a note in this app. */
export const isOwnPage = (url: string): boolean => OWN_PAGE.test(url);

function protocolOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).protocol : null;
}

/** The address if it may be followed from a message: to the web or to a mail program, never into a script, and of our own pages only to sources. */
export function safeLink(url: string): string | null {
  if (FILE.test(url.trim()) || isOwnPage(url.trim())) return url.trim();
  const protocol = protocolOf(url);
  return protocol && LINKS.has(protocol) ? url.trim() : null;
}

export function safeImage(url: string): string | null {
  return protocolOf(url) === "https:" || DATA_IMAGE.test(url) ? url.trim() : null;
}
