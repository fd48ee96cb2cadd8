import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { config } from "@/lib/config";
import { processWide } from "@/lib/process-wide";

/** Says that a request came through this process's door; carries a mark that nobody outside knows. */
const DOOR_HEADER = "x-cadau-door";

const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
];

type RequestStart = { request: IncomingMessage; server: Server };
const door = processWide("http-door", () => ({ watched: false, mark: randomUUID(), servers: new Set<Server>() }));

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
    const proxied = FORWARDED.some((name) => name in headers);
    headers[DOOR_HEADER] = proxied ? `${held.mark} proxied` : held.mark;
    if (!TRUST_PROXY) {
      for (const name of FORWARDED) delete headers[name];
      headers["x-forwarded-for"] = request.socket.remoteAddress ?? "unknown";
    }
    if (own) {
      headers["x-forwarded-host"] = own.host;
      headers["x-forwarded-proto"] = own.protocol.slice(0, -1);
    }
  });
}

/**
 * How a request came to this process: straight from its sender, with a proxy's headers on it, or past the door (in
 * the moment before it was watched, or without a connection), so that nothing is known of where it is from.
 */
export function passageOf(headers: Headers): "direct" | "proxied" | "unseen" {
  const [mark, proxied] = headers.get(DOOR_HEADER)?.split(" ") ?? [];
  if (mark !== door().mark) return "unseen";
  return proxied ? "proxied" : "direct";
}

/** The HTTP servers that have taken a request in this process. */
export function servers(): ReadonlySet<Server> {
  return door().servers;
}
