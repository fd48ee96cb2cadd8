"use server";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import { rememberWorkspace } from "@/lib/auth/browser-session";
import { parsed } from "@/lib/auth/parsed";
import { deleteWorkspace, workspaceContents } from "@/lib/chat/delete-workspace";
import { letGo } from "@/lib/chat/leaving";
import { Text } from "@/lib/http/contract/common";
import { memberBelongings } from "@/lib/workspaces/members";
import { createWorkspace, requireMembership } from "@/lib/workspaces/workspaces";

/** What the person has here, for the question before they go. */
export async function belongings(): Promise<Outcome<Awaited<ReturnType<typeof memberBelongings>>>> {
  return attempt((actor) => memberBelongings(actor, actor.userId));
}

/** Leaves; where to go then is decided by the next page. */
export async function leave(): Promise<Outcome<void>> {
  return attempt((actor) => letGo(actor, actor.userId));
}

/** Has this browser act in another workspace of the person's. */
export async function switchTo(workspaceId: string): Promise<Outcome<void>> {
  return attempt(async (actor) => {
    await requireMembership(actor, workspaceId);
    await rememberWorkspace(workspaceId);
  });
}

export async function createAnother(name: string): Promise<Outcome<void>> {
  return attempt(async (actor) => rememberWorkspace(await createWorkspace(actor, { name })));
}

/** What would go with the workspace, for the question before it does. */
export async function contents(): Promise<Outcome<Awaited<ReturnType<typeof workspaceContents>>>> {
  return attempt(workspaceContents);
}

export async function deleteForGood(name: string): Promise<Outcome<void>> {
  return attempt((actor) => deleteWorkspace(actor, { name: parsed(Text(1_000), name) }));
}
