import { sql } from "drizzle-orm";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { requireStanding } from "@/lib/auth/standing";
import { countRunes } from "@/lib/context/size/measure";
import { getDb } from "@/lib/db/client";
import { type AgentSet, changeAgent, lockAgent } from "@/lib/db/queries/agents";
import { audit } from "@/lib/db/queries/audit";
import type { AgentRow } from "@/lib/db/schema/agents";
import { AppError } from "@/lib/errors";
import { type Agent, AgentChanges } from "@/lib/http/contract/agents";
import { getAgent, requireUsable } from "./agents";
import { changedConfig } from "./config";

/** Its owner changes it; owners and admins of the workspace may archive one that is shared with it. */
function requireMayChange(actor: Actor, agent: Pick<AgentRow, "ownerId" | "visibility">, changes: AgentChanges): void {
  if (agent.ownerId === actor.userId) return;
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  const onlyArchives = named.every(([key]) => key === "archived");
  if (onlyArchives && actor.role !== "member" && agent.visibility === "workspace") return;
  throw new AppError("not_owner", {});
}

/** Changes what is given and leaves the rest. */
export async function updateAgent(actor: Actor, id: string, input: AgentChanges): Promise<Agent> {
  const changes = parsed(AgentChanges, input);
  const { mine, visibility, owner } = await getAgent(actor, id);
  requireMayChange(actor, { ownerId: mine ? actor.userId : owner.id, visibility }, changes);
  await requireUsable(actor, changes);
  const db = await getDb();
  await db.transaction(async (tx) => {
    const { role } = await requireStanding(tx, actor);
    const row = await lockAgent(tx, actor, id);
    if (!row) throw new AppError("not_found", { kind: "agent" });
    requireMayChange({ ...actor, role }, row, changes);
    const set = changedColumns(row, changes);
    if (Object.keys(set).length === 0) return;
    await changeAgent(tx, id, { ...set, updatedAt: sql`now()` });
    const told = Object.keys(set) as (keyof AgentRow)[];
    const after = { ...row, ...set } as AgentRow;
    await audit(tx, actor, "agent.changed", id, {
      name: row.name,
      before: facts(row, told),
      after: facts(after, told),
    });
  });
  return await getAgent(actor, id);
}

/** The columns that are another afterwards. */
function changedColumns(row: AgentRow, changes: AgentChanges): AgentSet & Partial<AgentRow> {
  const { name, emoji, picture, instructions, model, visibility, opening_questions, config_json, archived } = changes;
  const wanted: Partial<AgentRow> = {
    ...(name !== undefined && { name }),
    ...(emoji !== undefined && { emoji }),
    ...(picture !== undefined && { picture }),
    ...(instructions !== undefined && { instructions }),
    ...(model !== undefined && { model }),
    ...(visibility !== undefined && { visibility }),
    ...(opening_questions !== undefined && { openingQuestions: opening_questions }),
    ...(config_json !== undefined && { configJson: changedConfig(row.configJson, config_json) }),
    ...(archived !== undefined &&
      archived !== (row.archivedAt !== null) && { archivedAt: archived ? new Date() : null }),
  };
  const same = (key: keyof AgentRow) => JSON.stringify(row[key]) === JSON.stringify(wanted[key]);
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => !same(key as keyof AgentRow)));
}

/** What the audit log tells of them: of long texts and pictures only how large they are. */
function facts(row: AgentRow, columns: readonly (keyof AgentRow)[]): Record<string, unknown> {
  const told: Partial<Record<keyof AgentRow, unknown>> = {
    ...row,
    instructions: { runes: countRunes(row.instructions) },
    openingQuestions: row.openingQuestions.length,
    picture: row.picture !== null,
    archivedAt: row.archivedAt !== null,
    configJson: {
      memory_auto_append: row.configJson.memory_auto_append,
      memory_auto_extract: row.configJson.memory_auto_extract,
      tools: row.configJson.tools,
    },
  };
  return Object.fromEntries(columns.map((column) => [column, told[column]]));
}
