"use server";
import { refresh } from "next/cache";
import type { z } from "zod";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import type { Actor, Role } from "@/lib/auth/actor-type";
import { rememberWorkspace } from "@/lib/auth/browser-session";
import { goFromWorkspace } from "@/lib/chat/leave-workspace";
import { invite, type NewInvitation, revokeInvitation } from "@/lib/workspaces/invitations";
import { changeRole, memberBelongings, transferOwnership } from "@/lib/workspaces/members";
import { createWorkspace, renameWorkspace, requireMembership } from "@/lib/workspaces/workspaces";

// Who may do what, and whether the input can be used, is decided in lib: it parses what comes here.

async function change<T>(task: (actor: Actor) => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(task);
  refresh();
  return outcome;
}

export async function rename(name: string): Promise<Outcome<void>> {
  return change((actor) => renameWorkspace(actor, { name }));
}

export async function createInvitation(input: z.input<typeof NewInvitation>): Promise<Outcome<{ token: string }>> {
  return change(async (actor) => ({ token: (await invite(actor, input)).token }));
}

export async function revoke(invitationId: string): Promise<Outcome<void>> {
  return change((actor) => revokeInvitation(actor, invitationId));
}

export async function setRole(userId: string, role: Role): Promise<Outcome<void>> {
  return change((actor) => changeRole(actor, userId, role));
}

export async function transfer(userId: string): Promise<Outcome<void>> {
  return change((actor) => transferOwnership(actor, userId));
}

/** What somebody has here, for the question before they go. */
export async function belongings(userId: string): Promise<Outcome<Awaited<ReturnType<typeof memberBelongings>>>> {
  return attempt((actor) => memberBelongings(actor, userId));
}

export async function remove(userId: string): Promise<Outcome<void>> {
  return change((actor) => goFromWorkspace(actor, userId));
}

/** Leaves; where to go then is decided by the next page. */
export async function leave(): Promise<Outcome<void>> {
  return attempt((actor) => goFromWorkspace(actor, actor.userId));
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
