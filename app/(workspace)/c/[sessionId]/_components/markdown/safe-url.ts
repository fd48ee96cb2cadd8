const LINKS = new Set(["http:", "https:", "mailto:"]);
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$/i;

/** The files that an agent names as its sources: reading them is all that their addresses do. */
const FILE = /^\/api\/v1\/files\/[0-9a-f-]{36}$/i;

function protocolOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).protocol : null;
}

/** The address if it may be followed from a message: to the web or to a mail program, never into a script or our own pages, but to files. */
export function safeLink(url: string): string | null {
  if (FILE.test(url.trim())) return url.trim();
  const protocol = protocolOf(url);
  return protocol && LINKS.has(protocol) ? url.trim() : null;
}

export function safeImage(url: string): string | null {
  return protocolOf(url) === "https:" || DATA_IMAGE.test(url) ? url.trim() : null;
}
