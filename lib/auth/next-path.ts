/** The path of the document that is asked for: proxy.ts writes it, over whatever a client sent under that name. */
export const PATH_HEADER = "x-cadau-path";

const ANYWHERE = "http://same.invalid";

/** Where to go after signing in: a path of this site, or the start page where `wanted` is anything else. */
export function nextPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/")) return "/";
  // Browsers read `//host`, `/\host` and paths with tabs in them as other sites; the URL parser reads them the same way.
  const url = URL.canParse(wanted, ANYWHERE) ? new URL(wanted, ANYWHERE) : null;
  if (url?.origin !== ANYWHERE) return "/";
  return url.pathname.startsWith("//") ? "/" : `${url.pathname}${url.search}${url.hash}`;
}

/** The sign-in page that leads back to `path`. */
export function signInPath(path: string): string {
  return path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;
}
