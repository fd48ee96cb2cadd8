import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@/lib/auth/secret";
import { AppError } from "@/lib/errors";

export type CursorKind = "history" | "turns" | "sessions" | "entries" | "search";
export type CursorPayload = (string | number | boolean | null)[];

const MAC_BYTES = 16;

function macOf(kind: CursorKind, scope: string, body: Buffer): Buffer {
  // The lengths keep kind, scope and body apart: no two different triples give the same input.
  const head = `${kind.length}:${kind}${scope.length}:${scope}`;
  return createHmac("sha256", deriveKey("cursor")).update(head).update(body).digest().subarray(0, MAC_BYTES);
}

/** An opaque place in a list. `scope` is all that must be the same where it is used again: whose list, which filters. */
export function encodeCursor(kind: CursorKind, scope: string, payload: CursorPayload): string {
  const body = Buffer.from(JSON.stringify(payload));
  return Buffer.concat([macOf(kind, scope, body), body]).toString("base64url");
}

/** What `encodeCursor` was given. Throws `invalid_cursor` for anything that it did not make for this kind and scope. */
export function decodeCursor(kind: CursorKind, scope: string, cursor: string): CursorPayload {
  const bytes = Buffer.from(cursor, "base64url");
  const body = bytes.subarray(MAC_BYTES);
  const genuine =
    bytes.length > MAC_BYTES &&
    bytes.toString("base64url") === cursor &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(kind, scope, body));
  if (!genuine) throw new AppError("invalid_cursor", { path: "cursor" });
  const payload: unknown = JSON.parse(body.toString("utf8"));
  if (!Array.isArray(payload)) throw new AppError("invalid_cursor", { path: "cursor" });
  return payload;
}
