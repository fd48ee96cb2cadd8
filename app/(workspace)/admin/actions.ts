"use server";
import { refresh } from "next/cache";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import type { Role } from "@/lib/auth/actor-type";
import { letGo } from "@/lib/chat/leaving";
import { invite, revokeInvitation } from "@/lib/workspaces/invitations";
import { changeRole, memberBelongings, transferOwnership } from "@/lib/workspaces/members";
import { changePolicy } from "@/lib/workspaces/policy";
import { renameWorkspace } from "@/lib/workspaces/workspaces";

export async function inviteByLink(input: Parameters<typeof invite>[1]): Promise<Outcome<{ path: string }>> {
  const outcome = await attempt((actor) => invite(actor, input));
  refresh();
  return outcome.ok ? { ok: true, value: { path: `/invite/${outcome.value.token}` } } : outcome;
}

export async function revokeLink(id: string): Promise<Outcome<void>> {
  const outcome = await attempt((actor) => revokeInvitation(actor, id));
  refresh();
  return outcome;
}

export async function setRole(userId: string, role: Role): Promise<Outcome<void>> {
  const outcome = await attempt((actor) => changeRole(actor, userId, role));
  refresh();
  return outcome;
}

export async function makeOwnerInstead(userId: string): Promise<Outcome<void>> {
  const outcome = await attempt((actor) => transferOwnership(actor, userId));
  refresh();
  return outcome;
}

export async function belongingsOf(userId: string): Promise<Outcome<Awaited<ReturnType<typeof memberBelongings>>>> {
  return await attempt((actor) => memberBelongings(actor, userId));
}

export async function takeOut(userId: string): Promise<Outcome<void>> {
  const outcome = await attempt((actor) => letGo(actor, userId));
  refresh();
  return outcome;
}

export async function rename(name: string): Promise<Outcome<void>> {
  const outcome = await attempt((actor) => renameWorkspace(actor, { name }));
  refresh();
  return outcome;
}

export async function setPolicy(input: Parameters<typeof changePolicy>[1]): Promise<Outcome<void>> {
  const outcome = await attempt((actor) => changePolicy(actor, input));
  refresh();
  return outcome;
}
