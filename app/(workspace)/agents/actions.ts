"use server";
import { refresh } from "next/cache";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import { createAgent, duplicateAgent } from "@/lib/agents/agents";
import { deleteKeptMemory, removeAgent } from "@/lib/agents/remove";
import { updateAgent } from "@/lib/agents/update";
import type { Actor } from "@/lib/auth/actor-type";
import { parsed } from "@/lib/auth/parsed";
import type { AgentChanges, NewAgent } from "@/lib/http/contract/agents";
import { Uuid } from "@/lib/http/contract/common";
import { type FlushedNow, flushNow } from "@/lib/memory/flush-now";

// Who may do what, and whether the input can be used, is decided in lib: it parses what comes here.

/** The same, and the page shows what came of it. */
async function change(task: (actor: Actor) => Promise<unknown>): Promise<Outcome<null>> {
  const outcome = await attempt(async (actor) => {
    await task(actor);
    return null;
  });
  refresh();
  return outcome;
}

export async function create(input: NewAgent): Promise<Outcome<{ id: string }>> {
  const outcome = await attempt(async (actor) => ({ id: (await createAgent(actor, input)).id }));
  if (outcome.ok) refresh();
  return outcome;
}

export async function duplicate(id: string, name: string): Promise<Outcome<{ id: string }>> {
  const outcome = await attempt(async (actor) => ({ id: (await duplicateAgent(actor, id, { name })).id }));
  if (outcome.ok) refresh();
  return outcome;
}

export async function save(id: string, changes: AgentChanges): Promise<Outcome<null>> {
  return change((actor) => updateAgent(actor, id, changes));
}

export async function remove(id: string, memory: "keep" | "delete"): Promise<Outcome<null>> {
  return attempt(async (actor) => {
    await removeAgent(actor, id, { memory: memory === "delete" ? "delete" : "keep" });
    return null;
  });
}

export async function deleteMemory(agentId: string): Promise<Outcome<null>> {
  return change((actor) => deleteKeptMemory(actor, agentId));
}

/** *Flush now*: the recent conversations into today's note. */
export async function flush(id: string): Promise<Outcome<FlushedNow>> {
  const outcome = await attempt((actor) => flushNow(actor, parsed(Uuid, id)));
  refresh();
  return outcome;
}
