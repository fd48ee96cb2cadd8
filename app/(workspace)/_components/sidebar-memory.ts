export const SIDEBAR_COOKIE = "sidebar";
export const COLLAPSED = "collapsed";

/** Kept in a cookie, so that the server paints the sidebar as it was left. */
export function rememberSidebar(collapsed: boolean): void {
  const value = collapsed ? COLLAPSED : "open";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers still in use
  document.cookie = `${SIDEBAR_COOKIE}=${value}; path=/; max-age=31536000; samesite=lax`;
}
