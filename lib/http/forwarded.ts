import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { config } from "@/lib/config";
import { processWide } from "@/lib/process-wide";

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
 * has no other way to learn it.
 */
export function watchDoor(): void {
  const { watched, servers } = door();
  if (watched) return;
  door().watched = true;
  const trusted = config().TRUST_PROXY;
  subscribe("http.server.request.start", (message) => {
    const { request, server } = message as RequestStart;
    servers.add(server);
    if (trusted) return;
    for (const name of FORWARDED) delete request.headers[name];
    request.headers["x-forwarded-for"] = request.socket.remoteAddress ?? "unknown";
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
