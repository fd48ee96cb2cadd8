import { writeFile } from "node:fs/promises";
import { v7 as uuidv7 } from "uuid";
import type { Actor, Role } from "@/lib/auth/actor-type";
import { payloadRunes } from "@/lib/context/size/measure";
import { type Db, getDb } from "@/lib/db/client";
import { insertAgent } from "@/lib/db/queries/agents";
import { insertFile } from "@/lib/db/queries/files";
import {
  type AgentRow,
  type agents,
  chatMessages,
  chatSessions,
  type MessageRole,
  users,
  workspaceMembers,
  workspaces,
} from "@/lib/db/schema";
import { hashOfFile, incomingPath, putBytes } from "@/lib/files/store";
import { messageTerms } from "@/lib/search/message-terms";

// Rows put straight into the database, so that a test says in a line what stands before it begins, and a fault in
// the code that would have made them shows in that code's own tests alone.

export type MadeUser = { userId: string; workspaceId: string; email: string };

/** A person, in a workspace of their own unless one is given. They cannot sign in: they have no password. */
export async function makeUser(given: { workspaceId?: string; role?: Role; email?: string } = {}): Promise<MadeUser> {
  const db = await getDb();
  const userId = uuidv7();
  const email = given.email ?? `user-${userId}@example.org`;
  const workspaceId = given.workspaceId ?? uuidv7();
  await db.insert(users).values({ id: userId, email, name: "Someone" });
  if (!given.workspaceId) await db.insert(workspaces).values({ id: workspaceId, name: "A workspace" });
  await db.insert(workspaceMembers).values({ workspaceId, userId, role: given.role ?? "owner" });
  return { userId, workspaceId, email };
}

/** The same person as someone who acts. */
export async function makeActor(
  given: Parameters<typeof makeUser>[0] & Partial<Pick<Actor, "scopes" | "locale" | "timeZone">> = {},
): Promise<Actor> {
  const { userId, workspaceId } = await makeUser(given);
  return {
    userId,
    workspaceId,
    role: given.role ?? "owner",
    scopes: given.scopes ?? ["read", "write"],
    locale: given.locale ?? "en",
    timeZone: given.timeZone ?? "UTC",
  };
}

/** An agent of the actor. */
export async function makeAgent(
  actor: Pick<Actor, "userId" | "workspaceId">,
  given: Partial<typeof agents.$inferInsert> = {},
): Promise<AgentRow> {
  const { userId, workspaceId } = actor;
  const values = { id: uuidv7(), workspaceId, ownerId: userId, creatorId: userId, name: "An agent", ...given };
  return await insertAgent(await getDb(), values);
}

/** A text file of theirs, with its bytes in the store. */
export async function makeFile(
  { userId, workspaceId }: Pick<Actor, "userId" | "workspaceId">,
  name: string,
  text: string,
): Promise<string> {
  const path = await incomingPath();
  await writeFile(path, text);
  const hash = await hashOfFile(path);
  const db = await getDb();
  const bytes = Buffer.byteLength(text);
  const values = {
    id: uuidv7(),
    userId,
    workspaceId,
    hash,
    name,
    bytes,
    mediaType: "text/plain",
    kind: "text" as const,
  };
  await db.transaction(async (tx: Db) => {
    await putBytes(tx, hash, path);
    await insertFile(tx, { ...values, text, foundRunes: text.length });
  });
  return values.id;
}

export type MadeMessage = { id: string; seq: number; role: MessageRole; text: string };
export type MadeSession = { sessionId: string; messages: MadeMessage[] };

const ROLES: Record<string, MessageRole> = { u: "user", a: "assistant", s: "system" };

/**
 * A conversation at one line a message: `makeSession(actor, ["u: hello", "a: hi"])`. Messages are a second apart
 * from `startedAt` on, all complete. Ten thousands of lines are fine.
 */
export async function makeSession(
  actor: Pick<Actor, "userId" | "workspaceId">,
  lines: readonly string[] = [],
  given: { title?: string; model?: string; agentId?: string; startedAt?: Date } = {},
): Promise<MadeSession> {
  const db = await getDb();
  const sessionId = uuidv7();
  const startedAt = (given.startedAt ?? new Date("2026-01-01T00:00:00Z")).getTime();
  let runesBefore = 0;
  const rows = lines.map((line, i) => {
    const [, letter = "", text = ""] = /^([uas]): ?(.*)$/s.exec(line) ?? [];
    const role = ROLES[letter];
    if (!role) throw new Error(`A line begins with "u: ", "a: " or "s: ", not like this one: ${line.slice(0, 40)}`);
    const parts = [{ type: "text" as const, text }];
    const runes = payloadRunes(parts);
    const createdAt = new Date(startedAt + i * 1_000);
    const terms = messageTerms(actor, { text, createdAt });
    const row = { sessionId, id: uuidv7(), seq: i + 1, role, parts, text, runes, runesBefore, createdAt, terms };
    runesBefore += runes;
    return row;
  });
  const last = rows.at(-1);
  await db.insert(chatSessions).values({
    id: sessionId,
    workspaceId: actor.workspaceId,
    userId: actor.userId,
    title: given.title ?? "A conversation",
    model: given.model ?? null,
    agentId: given.agentId ?? null,
    lastSeq: rows.length,
    totalRunes: runesBefore,
    verbatimSinceMessageId: rows[0]?.id ?? null,
    verbatimSinceAt: rows[0]?.createdAt ?? null,
    createdAt: new Date(startedAt),
    updatedAt: last?.createdAt ?? new Date(startedAt),
  });
  for (let at = 0; at < rows.length; at += 1_000) await db.insert(chatMessages).values(rows.slice(at, at + 1_000));
  return { sessionId, messages: rows.map(({ id, seq, role, text }) => ({ id, seq, role, text })) };
}
