"use server";
import { refresh } from "next/cache";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import type { Actor, Role } from "@/lib/auth/actor-type";
import { letGo } from "@/lib/chat/leaving";
import { invite, revokeInvitation } from "@/lib/workspaces/invitations";
import { changeRole, memberBelongings, transferOwnership } from "@/lib/workspaces/members";
import { changePolicy } from "@/lib/workspaces/policy";
import { renameWorkspace } from "@/lib/workspaces/workspaces";

/** And the page shows what came of it. */
async function change<T>(task: (actor: Actor) => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(task);
  refresh();
  return outcome;
}

export async function inviteByLink(input: Parameters<typeof invite>[1]): Promise<Outcome<{ path: string }>> {
  const outcome = await change((actor) => invite(actor, input));
  return outcome.ok ? { ok: true, value: { path: `/invite/${outcome.value.token}` } } : outcome;
}

export async function revokeLink(id: string): Promise<Outcome<void>> {
  return change((actor) => revokeInvitation(actor, id));
}

export async function setRole(userId: string, role: Role): Promise<Outcome<void>> {
  return change((actor) => changeRole(actor, userId, role));
}

export async function makeOwnerInstead(userId: string): Promise<Outcome<void>> {
  return change((actor) => transferOwnership(actor, userId));
}

export async function belongingsOf(userId: string): Promise<Outcome<Awaited<ReturnType<typeof memberBelongings>>>> {
  return await attempt((actor) => memberBelongings(actor, userId));
}

export async function takeOut(userId: string): Promise<Outcome<void>> {
  return change((actor) => letGo(actor, userId));
}

export async function rename(name: string): Promise<Outcome<void>> {
  return change((actor) => renameWorkspace(actor, { name }));
}

export async function setPolicy(input: Parameters<typeof changePolicy>[1]): Promise<Outcome<void>> {
  return change((actor) => changePolicy(actor, input));
}
