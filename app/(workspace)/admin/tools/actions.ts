"use server";
import { refresh } from "next/cache";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import type { Actor } from "@/lib/auth/actor-type";
import type { McpServerChanges, McpServerTest, NewMcpServer } from "@/lib/http/contract/mcp-servers";
import { addServer, changeServer, removeServer } from "@/lib/mcp/servers";
import { testServer } from "@/lib/mcp/test-server";

// Who may do what, and whether the input can be used, is decided in lib: it parses what comes here.

/** And the page shows what came of it. */
async function change<T>(task: (actor: Actor) => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(task);
  refresh();
  return outcome;
}

export async function add(input: NewMcpServer): Promise<Outcome<{ id: string }>> {
  return change(async (actor) => ({ id: (await addServer(actor, input)).id }));
}

export async function edit(id: string, changes: McpServerChanges): Promise<Outcome<null>> {
  return change(async (actor) => {
    await changeServer(actor, id, changes);
    return null;
  });
}

export async function remove(id: string): Promise<Outcome<null>> {
  return change(async (actor) => {
    await removeServer(actor, id);
    return null;
  });
}

export async function test(id: string): Promise<Outcome<McpServerTest>> {
  return change((actor) => testServer(actor, id));
}
