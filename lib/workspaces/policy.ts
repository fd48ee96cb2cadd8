import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { requireRole } from "@/lib/auth/role";
import { requireStanding } from "@/lib/auth/standing";
import { type Db, getDb } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import { changeWorkspace, findWorkspace, lockWorkspace } from "@/lib/db/queries/workspaces";
import type { WorkspacePolicy } from "@/lib/db/schema/accounts";
import { TOGGLES } from "@/lib/memory/toggles";
import { RULES, type Rule } from "./choices";

const PolicyChange = z.object({ toggle: z.enum(TOGGLES), rule: z.enum(RULES) });

export const ruleOf = (policy: WorkspacePolicy, toggle: (typeof TOGGLES)[number]): Rule => {
  const forced = policy[toggle];
  return forced === undefined ? "agent" : forced ? "on" : "off";
};

export async function readPolicy(actor: Actor): Promise<WorkspacePolicy> {
  requireRole(actor, "admin");
  return (await findWorkspace(await getDb(), actor.workspaceId))?.policy ?? {};
}

/** `agent`: each agent decides for itself; else all of the workspace do as said here. */
export async function changePolicy(actor: Actor, input: z.input<typeof PolicyChange>): Promise<void> {
  requireRole(actor, "admin");
  const { toggle, rule } = parsed(PolicyChange, input);
  const db = await getDb();
  await db.transaction(async (tx: Db) => {
    const policy = (await lockWorkspace(tx, actor.workspaceId))?.policy ?? {};
    await requireStanding(tx, actor, "admin");
    const before = ruleOf(policy, toggle);
    if (before === rule) return;
    const { [toggle]: _, ...rest } = policy;
    await changeWorkspace(tx, actor.workspaceId, {
      policy: rule === "agent" ? rest : { ...rest, [toggle]: rule === "on" },
    });
    await audit(tx, actor, "workspace.policy_changed", toggle, { before, after: rule });
  });
}
