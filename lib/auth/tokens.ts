import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import { actingToken, deleteToken, insertToken, tokensOf, touchToken } from "@/lib/db/queries/tokens";
import { AppError } from "@/lib/errors";
import { Text, Uuid } from "@/lib/http/contract/common";
import { log } from "@/lib/log";
import { toActor } from "./acting";
import { parsed } from "./parsed";
import { requireStanding } from "./standing";

const TOKEN = /^cad_[A-Za-z0-9_-]{43}$/;
const TOUCH_EVERY_MS = 60_000;

export const NewToken = z.object({
  name: Text(100).trim().min(1, { error: "required" }),
  scopes: z
    .array(z.enum(["read", "write"]))
    .min(1, { error: "scopes" })
    .transform((scopes) => [...new Set(scopes)].sort()),
  expiresAt: z.date().nullish(),
});

/**
 * What an Authorization header says. Only the bearer scheme is ours: a browser behind a proxy with basic
 * authentication sends that one with every request, beside the cookie.
 */
export function bearerToken(header: string | null): { present: false } | { present: true; token: string | null } {
  const [scheme, ...rest] = header?.trim().split(" ") ?? [];
  if (scheme?.toLowerCase() !== "bearer") return { present: false };
  const token = rest.join(" ").trim();
  return { present: true, token: TOKEN.test(token) ? token : null };
}

const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** On whose behalf a token acts; null when it is unknown, revoked or expired. */
export async function actorOfToken(token: string): Promise<Actor | null> {
  const db = await getDb();
  const row = await actingToken(db, hashToken(token));
  if (!row) return null;
  if (!row.lastUsedAt || Date.now() - row.lastUsedAt.getTime() >= TOUCH_EVERY_MS) {
    // Nobody waits for the note, and a request is not refused because it could not be written.
    touchToken(db, row.tokenId).catch((error: unknown) =>
      log.warn("background_task_failed", { task: "touch_token" }, error),
    );
  }
  return toActor(row, row.scopes);
}

/** The token is in the answer and nowhere else: only its hash is kept. */
export async function createToken(
  actor: Actor,
  input: z.input<typeof NewToken>,
): Promise<{ id: string; token: string }> {
  const { name, scopes, expiresAt } = parsed(NewToken, input);
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw new AppError("invalid_input", { issues: [{ path: "expiresAt", message: "expiry_past" }] });
  }
  const token = `cad_${randomBytes(32).toString("base64url")}`;
  const { userId, workspaceId } = actor;
  const db = await getDb();
  const id = await db.transaction(async (tx) => {
    await requireStanding(tx, actor);
    const tokenId = await insertToken(tx, {
      userId,
      workspaceId,
      name,
      tokenHash: hashToken(token),
      hint: token.slice(-4),
      scopes,
      expiresAt: expiresAt ?? null,
    });
    await audit(tx, actor, "token.created", tokenId, { name, scopes });
    return tokenId;
  });
  return { id, token };
}

/** The actor's tokens, newest first. */
export async function listTokens(actor: Actor) {
  return tokensOf(await getDb(), actor.userId, actor.workspaceId);
}

/** The token stops working at once. */
export async function revokeToken(actor: Actor, id: string): Promise<void> {
  if (!Uuid.safeParse(id).success) throw new AppError("not_found", { kind: "token" });
  const db = await getDb();
  await db.transaction(async (tx) => {
    if (!(await deleteToken(tx, actor.userId, id))) throw new AppError("not_found", { kind: "token" });
    await audit(tx, actor, "token.revoked", id);
  });
}
