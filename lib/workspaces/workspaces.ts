import { z } from "zod";
import type { Actor, Person } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { requireRole } from "@/lib/auth/role";
import { requireAccount, requireStanding } from "@/lib/auth/standing";
import { type Db, getDb } from "@/lib/db/client";
import { audit } from "@/lib/db/queries/audit";
import {
  changeWorkspace,
  findMember,
  findWorkspace,
  insertMember,
  insertWorkspace,
  lockWorkspace,
  workspacesOf,
} from "@/lib/db/queries/workspaces";
import { AppError } from "@/lib/errors";
import { Text, Uuid } from "@/lib/http/contract/common";

export const WorkspaceName = Text(100).trim().min(1, { error: "required" });
const Named = z.object({ name: WorkspaceName });

export async function listWorkspaces({ userId }: Pick<Person, "userId">) {
  return workspacesOf(await getDb(), userId);
}

/** A new one, which the person owns. */
export async function createWorkspace({ userId }: Pick<Person, "userId">, input: { name: string }): Promise<string> {
  const { name } = parsed(Named, input);
  const db = await getDb();
  return await db.transaction(async (tx: Db) => {
    await requireAccount(tx, userId);
    const workspaceId = await insertWorkspace(tx, { name });
    await insertMember(tx, workspaceId, userId, "owner");
    await audit(tx, { userId, workspaceId }, "workspace.created", workspaceId, { name });
    return workspaceId;
  });
}

export async function currentWorkspaceName({ workspaceId }: Actor): Promise<string> {
  return (await findWorkspace(await getDb(), workspaceId))?.name ?? "";
}

export async function renameWorkspace(actor: Actor, input: { name: string }): Promise<void> {
  requireRole(actor, "admin");
  const { name } = parsed(Named, input);
  const db = await getDb();
  await db.transaction(async (tx: Db) => {
    const before = await lockWorkspace(tx, actor.workspaceId);
    await requireStanding(tx, actor, "admin");
    if (before?.name === name) return;
    await changeWorkspace(tx, actor.workspaceId, { name });
    await audit(tx, actor, "workspace.renamed", actor.workspaceId, { before: before?.name, after: name });
  });
}

/** Throws `not_found` for a workspace that the person is no member of, as for one that is none. */
export async function requireMembership({ userId }: Pick<Person, "userId">, workspaceId: string): Promise<void> {
  const known = Uuid.safeParse(workspaceId).success && (await findMember(await getDb(), workspaceId, userId));
  if (!known) throw new AppError("not_found", { kind: "workspace" });
}
