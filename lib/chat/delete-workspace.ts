import type { Actor } from "@/lib/auth/actor-type";
import { requireRole } from "@/lib/auth/role";
import { requireStanding } from "@/lib/auth/standing";
import { type Db, getDb } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import { closeWorkspace, contentsOf, memoriesIn } from "@/lib/db/queries/workspace-removal";
import { activeSessionsIn, homeWorkspaceId, lockAdmission, lockWorkspace } from "@/lib/db/queries/workspaces";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { MOST_COUNTED } from "@/lib/workspaces/counted";
import { isTypedName } from "@/lib/workspaces/typed-name";
import { beginPurging } from "./purge-deleted";
import { stopActiveRun } from "./runs/stop";

/** Of the actor's own memories, offered for download before the workspace goes. */
const MOST_LISTED = 50;

/** What would go with the workspace, and the actor's own memories in it, to be taken along first. */
export async function workspaceContents(actor: Actor) {
  requireRole(actor, "owner");
  const db = await getDb();
  const [contents, memories] = await Promise.all([
    contentsOf(db, actor.workspaceId, MOST_COUNTED),
    memoriesIn(db, actor, MOST_LISTED),
  ]);
  return { ...contents, own: memories };
}

/** Whether the workspace can be deleted: the one that new accounts join stays. */
export async function isDeletable({ workspaceId }: Pick<Actor, "workspaceId">): Promise<boolean> {
  return (await homeWorkspaceId(await getDb())) !== workspaceId;
}

/**
 * Deletes the workspace with all that stands in it, also of people who left it. It is closed at once: nobody gets in,
 * running answers stop. Rows and files follow in the background. `name`: typed by the owner, as it is called now.
 */
export async function deleteWorkspace(actor: Actor, { name }: { name: string }): Promise<void> {
  requireRole(actor, "owner");
  const { workspaceId, userId } = actor;
  const db = await getDb();
  await db.transaction(async (tx: Db) => {
    // Nobody is admitted meanwhile to what is about to be closed.
    await lockAdmission(tx);
    const workspace = await lockWorkspace(tx, workspaceId);
    await requireStanding(tx, actor, "owner");
    if (!workspace) throw new AppError("not_found", { kind: "workspace" });
    if ((await homeWorkspaceId(tx)) === workspaceId) throw new AppError("home_workspace", {});
    if (!isTypedName(name, workspace.name)) {
      throw new AppError("invalid_input", { issues: [{ path: "name", message: "must be the workspace's name" }] });
    }
    const { members, conversations, agents, memories } = await contentsOf(tx, workspaceId, MOST_COUNTED);
    await closeWorkspace(tx, workspaceId);
    const details = { name: workspace.name, members, conversations, agents, memories };
    await audit(tx, { userId, workspaceId: null }, "workspace.deleted", workspaceId, details);
  });
  log.info("workspace_deleted", { workspace_id: workspaceId });
  await Promise.all((await activeSessionsIn(db, workspaceId)).map(stopActiveRun));
  beginPurging();
}
