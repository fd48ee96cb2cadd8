"use server";
import { refresh } from "next/cache";
import { z } from "zod";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import { Uuid } from "@/lib/http/contract/common";
import { EntryChanges, NewEntry } from "@/lib/http/contract/memory";
import { createEntry, deleteEntry, getEntry, mergeEntries, restoreChange, updateEntry } from "@/lib/memory/entry-edit";

async function change<T>(task: (actor: Actor) => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(task);
  if (outcome.ok) refresh();
  return outcome;
}

const Merge = NewEntry.omit({ pinned: true }).extend({ ids: z.array(Uuid).min(2).max(20) });

export async function create(agentId: string, input: z.input<typeof NewEntry>): Promise<Outcome<{ id: string }>> {
  return change(async (actor) => {
    const { id } = await createEntry(actor, parsed(Uuid, agentId), parsed(NewEntry, input));
    return { id };
  });
}

export async function update(agentId: string, id: string, changes: EntryChanges): Promise<Outcome<null>> {
  return change(async (actor) => {
    await updateEntry(actor, parsed(Uuid, agentId), parsed(Uuid, id), parsed(EntryChanges, changes));
    return null;
  });
}

/** The file as it stands now. */
export async function read(agentId: string, id: string): Promise<Outcome<{ raw: string; hash: string }>> {
  return attempt(async (actor) => {
    const { raw, hash } = await getEntry(actor, parsed(Uuid, agentId), parsed(Uuid, id));
    return { raw, hash };
  });
}

export async function merge(agentId: string, input: z.input<typeof Merge>): Promise<Outcome<{ id: string }>> {
  return change(async (actor) => {
    const { id } = await mergeEntries(actor, parsed(Uuid, agentId), parsed(Merge, input));
    return { id };
  });
}

/** `forGood`: its history goes too. Nothing is shown anew: the page it stood on is left. */
export async function remove(agentId: string, id: string, forGood: boolean): Promise<Outcome<null>> {
  return attempt(async (actor) => {
    await deleteEntry(actor, parsed(Uuid, agentId), parsed(Uuid, id), { forGood });
    return null;
  });
}

export async function restore(agentId: string, changeId: string): Promise<Outcome<null>> {
  return change(async (actor) => {
    await restoreChange(actor, parsed(Uuid, agentId), parsed(Uuid, changeId));
    return null;
  });
}
