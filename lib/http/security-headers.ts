// What every answer tells the browser about what it may do with it. No imports: the framework's configuration
// reads this file as well.

/**
 * The policy of a page. Scripts run only with this request's nonce, or when such a script loads them. Styles may
 * stand in attributes, as formulas and popups need it. Answers of models may show pictures from anywhere over
 * HTTPS, and nothing else from anywhere.
 */
export function contentSecurityPolicy({ nonce, development }: { nonce: string; development: boolean }): string {
  // The development server evaluates its modules and talks over a socket.
  const evaluation = development ? " 'unsafe-eval'" : "";
  const socket = development ? " ws:" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For answers that are data: nothing in them is ever to be run or framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

type Header = { key: string; value: string };

const COMMON: Header[] = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "x-frame-options", value: "DENY" },
  { key: "referrer-policy", value: "strict-origin-when-cross-origin" },
  { key: "permissions-policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
  { key: "cross-origin-opener-policy", value: "same-origin" },
  { key: "cross-origin-resource-policy", value: "same-origin" },
];

/** The headers that are the same for every request, in the form of the framework's configuration. */
export const staticHeaders: { source: string; headers: Header[] }[] = [
  { source: "/:path*", headers: COMMON },
  { source: "/api/v1/:path*", headers: [{ key: "content-security-policy", value: DATA_POLICY }] },
];
