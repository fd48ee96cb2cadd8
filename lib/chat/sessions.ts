import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { requireUsableAgent } from "@/lib/agents/usable";
import type { Actor } from "@/lib/auth/actor-type";
import { decodeCursor, encodeCursor } from "@/lib/auth/cursor";
import { getDb } from "@/lib/db/client";
import {
  changeSession,
  findSessionWithRun,
  insertSession,
  markDeleted,
  type SessionFilters,
  type SessionPlace,
  type SessionWithRun,
  searchSessionPage,
  sessionPage,
} from "@/lib/db/queries/sessions";
import { AppError } from "@/lib/errors";
import type { Session, SessionChanges, SessionList, SessionListQuery } from "@/lib/http/contract/sessions";
import { resolveModel } from "@/lib/models/registry";
import { presentSession } from "./present";
import { kickPurge } from "./purge";
import { requireSession } from "./require-session";
import { settleIfLost } from "./runs/recover";
import { stopActiveRun } from "./runs/stop";
import { wordsOf } from "./words";

/** How many sessions one call of a title search looks at. */
const SEARCH_SLICE = 2_000;

export async function listSessions(actor: Actor, query: SessionListQuery): Promise<SessionList> {
  const words = wordsOf(query.q);
  const filters: SessionFilters = { archived: query.archived ?? false, pinned: query.pinned, agentId: query.agent_id };
  const scope = JSON.stringify([
    actor.userId,
    actor.workspaceId,
    filters.archived,
    filters.pinned,
    filters.agentId,
    words,
  ]);
  const after = query.cursor === undefined ? null : placeIn(decodeCursor("sessions", scope, query.cursor));
  const db = await getDb();
  const page =
    words.length > 0
      ? await searchSessionPage(db, actor, { ...filters, words }, after, query.limit, SEARCH_SLICE)
      : await sessionPage(db, actor, filters, after, query.limit);
  return {
    sessions: page.sessions.map((row) => presentSession(row.session, liveRun(row))),
    next_cursor:
      page.continueAt && encodeCursor("sessions", scope, [page.continueAt.updatedAt.getTime(), page.continueAt.id]),
  };
}

function placeIn([updatedAt, id]: unknown[]): SessionPlace {
  if (typeof updatedAt !== "number" || typeof id !== "string") throw new AppError("invalid_cursor", { path: "cursor" });
  return { updatedAt: new Date(updatedAt), id };
}

/** A run that has outlived its process is none. */
const liveRun = (row: SessionWithRun) => (row.leaseOver ? null : row.activeRunId);

export async function createSession(
  actor: Actor,
  given: { title?: string | undefined; model?: string | null | undefined; agent_id?: string | undefined },
): Promise<Session> {
  const title = given.title?.trim() ?? "";
  if (given.model) await resolveModel(actor, given.model);
  const db = await getDb();
  const agent = given.agent_id ? await requireUsableAgent(db, actor, given.agent_id) : null;
  const row = await insertSession(db, {
    id: uuidv7(),
    workspaceId: actor.workspaceId,
    userId: actor.userId,
    title,
    titleSet: title !== "",
    model: given.model ?? agent?.model ?? null,
    agentId: agent?.id ?? null,
  });
  return presentSession(row, null);
}

export async function getSession(actor: Actor, id: string): Promise<Session> {
  const db = await getDb();
  let found = await findSessionWithRun(db, actor, id);
  if (found?.leaseOver) {
    await settleIfLost(id);
    found = await findSessionWithRun(db, actor, id);
  }
  if (!found) throw new AppError("not_found", { kind: "session" });
  return presentSession(found.session, liveRun(found));
}

export async function updateSession(actor: Actor, id: string, changes: SessionChanges): Promise<Session> {
  const db = await getDb();
  if (changes.model) {
    await requireSession(db, actor, id);
    await resolveModel(actor, changes.model);
  }
  // A request that changes nothing is answered as one that changed what stands to what stands.
  if (Object.keys(changes).length === 0) return await getSession(actor, id);
  const since = (on: boolean) => (on ? sql`now()` : null);
  const row = await changeSession(db, actor, id, {
    ...(changes.title === undefined ? {} : { title: changes.title, titleSet: true }),
    ...(changes.pinned === undefined ? {} : { pinnedAt: since(changes.pinned) }),
    ...(changes.archived === undefined ? {} : { archivedAt: since(changes.archived) }),
    ...(changes.model === undefined ? {} : { model: changes.model }),
  });
  if (!row) throw new AppError("not_found", { kind: "session" });
  return await getSession(actor, id);
}

/** It is gone for every call at once, its running answer is stopped, and its rows are removed in the background. */
export async function deleteSession(actor: Actor, id: string): Promise<void> {
  if (!(await markDeleted(await getDb(), actor, id))) throw new AppError("not_found", { kind: "session" });
  await stopActiveRun(id);
  kickPurge();
}
