import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { config } from "@/lib/config";
import { processWide } from "@/lib/process-wide";

/** Put on by this process where a request came with forwarding headers that it was not told to believe. */
export const PROXIED_HEADER = "x-cadau-proxied";

const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
];

type RequestStart = { request: IncomingMessage; server: Server };
const door = processWide("http-door", () => ({ watched: false, servers: new Set<Server>() }));

/**
 * Watches each request of this process before the framework sees it. Without TRUST_PROXY it takes off all
 * forwarding headers, which anyone can write, and puts the socket's address into X-Forwarded-For: a route handler
 * has no other way to learn it. With APP_URL the framework is told that this is the address that was asked.
 */
export function watchDoor(): void {
  const held = door();
  if (held.watched) return;
  held.watched = true;
  const { TRUST_PROXY, APP_URL } = config();
  const own = APP_URL ? new URL(APP_URL) : undefined;
  subscribe("http.server.request.start", (message) => {
    const { request, server } = message as RequestStart;
    const { headers } = request;
    held.servers.add(server);
    delete headers[PROXIED_HEADER];
    if (!TRUST_PROXY) {
      if (FORWARDED.some((name) => name in headers)) headers[PROXIED_HEADER] = "1";
      for (const name of FORWARDED) delete headers[name];
      headers["x-forwarded-for"] = request.socket.remoteAddress ?? "unknown";
    }
    if (own) {
      headers["x-forwarded-host"] = own.host;
      headers["x-forwarded-proto"] = own.protocol.slice(0, -1);
    }
  });
}

/** Whether X-Forwarded-For is known to have been written by this process. */
export function forwardedHeadersAreOurs(): boolean {
  return door().watched;
}

/** The HTTP servers that have taken a request in this process. */
export function servers(): ReadonlySet<Server> {
  return door().servers;
}
