import { createHash, timingSafeEqual } from "node:crypto";
import { config } from "@/lib/config";
import { AppError } from "@/lib/errors";
import { passageOf } from "./forwarded";
import { clientAddress } from "./origin";

const digest = (text: string) => createHash("sha256").update(text).digest();
const LOOPBACK = /^(::1|(::ffff:)?127(\.\d+){3})$/;

/** Whether the caller itself is on this machine, not only a proxy in front of it. */
const isLocal = (request: Request) => passageOf(request.headers) === "direct" && LOOPBACK.test(clientAddress(request));

/** Lets in who holds METRICS_TOKEN; without one configured, only callers on this machine. */
export function requireMetricsReader(request: Request): void {
  const { METRICS_TOKEN } = config();
  const given = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const allowed = METRICS_TOKEN
    ? given !== undefined && timingSafeEqual(digest(given), digest(METRICS_TOKEN))
    : isLocal(request);
  if (!allowed) throw new AppError("unauthenticated", {});
}
