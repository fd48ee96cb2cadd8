import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { requireStanding } from "@/lib/auth/standing";
import { getDb } from "@/lib/db/client";
import { agentPage, findAgentView, insertAgent } from "@/lib/db/queries/agents";
import { audit } from "@/lib/db/queries/audit";
import { serversOf } from "@/lib/db/queries/mcp-servers";
import { AppError } from "@/lib/errors";
import {
  type Agent,
  type AgentChanges,
  type AgentList,
  type AgentListQuery,
  NewAgent,
} from "@/lib/http/contract/agents";
import { Uuid } from "@/lib/http/contract/common";
import { resolveModel } from "@/lib/models/registry";
import { changedConfig } from "./config";
import { isPicture } from "./picture";
import { presentAgent } from "./present";

const isId = (text: string) => Uuid.safeParse(text).success;

export async function listAgents(actor: Actor, query: Partial<AgentListQuery> = {}): Promise<AgentList> {
  const { limit, cursor, archived = false } = { ...query, limit: query.limit ?? 50 };
  if (cursor !== undefined && !isId(cursor)) throw new AppError("invalid_cursor", { path: "cursor" });
  const page = await agentPage(await getDb(), actor, { archived }, cursor, limit);
  return { agents: page.agents.map((row) => presentAgent(row, actor.userId)), next_cursor: page.continueAt };
}

export async function getAgent(actor: Actor, id: string): Promise<Agent> {
  const found = isId(id) ? await findAgentView(await getDb(), actor, id) : undefined;
  if (!found) throw new AppError("not_found", { kind: "agent" });
  return presentAgent(found, actor.userId);
}

/** What can only be seen with the bytes, or with the workspace's models, at hand. */
export async function requireUsable(
  actor: Actor,
  { model, picture, config_json }: Pick<AgentChanges, "model" | "picture" | "config_json">,
): Promise<void> {
  if (picture && !isPicture(picture)) {
    const message = "must be a PNG, JPEG or WebP of at most 100 kB";
    throw new AppError("invalid_input", { issues: [{ path: "picture", message }] });
  }
  if (model) await resolveModel(actor, model);
  await requireServers(actor, config_json?.mcp_servers ?? []);
}

/** Servers of the workspace: an id is no way to those of another one. */
async function requireServers(actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await serversOf(await getDb(), actor.workspaceId)).map(({ id }) => id));
  if (ids.every((id) => known.has(id.toLowerCase()))) return;
  const message = "must be ids of the workspace's tool servers";
  throw new AppError("invalid_input", { issues: [{ path: "config_json.mcp_servers", message }] });
}

export async function createAgent(actor: Actor, input: NewAgent): Promise<Agent> {
  const given = parsed(NewAgent, input);
  await requireUsable(actor, given);
  const id = uuidv7();
  const db = await getDb();
  await db.transaction(async (tx) => {
    await requireStanding(tx, actor);
    await insertAgent(tx, {
      id,
      workspaceId: actor.workspaceId,
      ownerId: actor.userId,
      creatorId: actor.userId,
      name: given.name,
      emoji: given.emoji ?? "",
      picture: given.picture ?? null,
      instructions: given.instructions ?? "",
      model: given.model ?? null,
      visibility: given.visibility ?? "private",
      openingQuestions: given.opening_questions ?? [],
      configJson: changedConfig({}, given.config_json ?? {}),
    });
    await audit(tx, actor, "agent.created", id, { name: given.name, visibility: given.visibility ?? "private" });
  });
  return await getAgent(actor, id);
}

/** The copy is the actor's own and private, with an empty memory. Its name is `name`, else the same. */
export async function duplicateAgent(
  actor: Actor,
  id: string,
  { name }: { name?: string | undefined } = {},
): Promise<Agent> {
  const found = isId(id) ? await findAgentView(await getDb(), actor, id) : undefined;
  if (!found) throw new AppError("not_found", { kind: "agent" });
  const { emoji, picture, instructions, model, openingQuestions, configJson } = found.agent;
  const copy = uuidv7();
  const row = { emoji, picture, instructions, model, openingQuestions, configJson };
  const called = parsed(NewAgent.pick({ name: true }), { name: name ?? found.agent.name }).name;
  const db = await getDb();
  await db.transaction(async (tx) => {
    const { userId, workspaceId } = actor;
    await insertAgent(tx, { ...row, id: copy, workspaceId, ownerId: userId, creatorId: userId, name: called });
    await audit(tx, actor, "agent.duplicated", copy, { name: called, from: id });
  });
  return await getAgent(actor, copy);
}
