import { config } from "@/lib/config";
import { AppError } from "@/lib/errors";
import { passageOf } from "./forwarded";

/** The host that the browser believes it talks to. */
function ownHost(request: Request): string {
  const forwarded = config().TRUST_PROXY
    ? request.headers.get("x-forwarded-host")?.split(",", 1)[0]?.trim()
    : undefined;
  return forwarded || request.headers.get("host") || new URL(request.url).host;
}

/**
 * Whether an Origin header names this site. With APP_URL that address only; otherwise any scheme on the host
 * that was asked, since a proxy may end TLS without telling. `null` (sandboxes, files) is never this site.
 */
function isOwnOrigin(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (given.protocol !== "http:" && given.protocol !== "https:") return false;
  const { APP_URL } = config();
  if (APP_URL) return given.origin === new URL(APP_URL).origin;
  // Parsed under the origin's scheme, so that an explicit default port is the same as none.
  const own = `${given.protocol}//${ownHost(request)}`;
  return URL.canParse(own) && given.host === new URL(own).host;
}

/**
 * Refuses what another site's page makes a browser send: 403 `foreign_origin`. A foreign Origin is refused on
 * every method; without one, so is a call that rides on the browser's cookie and that the browser calls cross-site.
 */
export function requireOwnOrigin(request: Request, { usesCookie }: { usesCookie: boolean }): void {
  const origin = request.headers.get("origin");
  if (origin !== null) {
    if (!isOwnOrigin(origin, request)) throw new AppError("foreign_origin", { origin });
    return;
  }
  if (usesCookie && request.headers.get("sec-fetch-site") === "cross-site" && !request.headers.has("authorization")) {
    throw new AppError("foreign_origin", { origin: "unknown" });
  }
}

/**
 * The network address of the caller, for rate limits. Behind a trusted proxy it is what that proxy, the nearest
 * one, added last: everything further left may have been written by the caller.
 */
export function clientAddress(request: { headers: Headers }): string {
  const forwarded = request.headers.get("x-forwarded-for");
  if (!forwarded || !(config().TRUST_PROXY || passageOf(request.headers) !== "unseen")) return "unknown";
  return forwarded.split(",").at(-1)?.trim() || "unknown";
}
