import type { Actor } from "@/lib/auth/actor-type";
import { requireRole } from "@/lib/auth/role";
import { getDb } from "@/lib/db/client";
import type { McpServerTest } from "@/lib/http/contract/mcp-servers";
import { Connection } from "./connection";
import { connectionTo } from "./connections";
import { failureFrom } from "./failure";
import { requireServer } from "./servers";

/** Connects anew and lists the tools. That the server fails is what came of the test. */
export async function testServer(actor: Actor, id: string): Promise<McpServerTest> {
  requireRole(actor, "admin");
  const row = await requireServer(await getDb(), actor, id);
  const started = performance.now();
  // One that is switched off is tried on a connection of its own, which nobody else uses.
  const connection = row.enabled ? connectionTo(row) : new Connection(row);
  const ms = () => Math.round(performance.now() - started);
  try {
    const { tools, leftOut } = await connection.list({ now: true });
    const shown = tools.map(({ name, description, readOnly }) => ({ name, description, read_only: readOnly }));
    return { ok: true, ms: ms(), tools: shown, left_out: leftOut, failure: null };
  } catch (error) {
    const { fault, message, said } = failureFrom(error);
    return { ok: false, ms: ms(), tools: [], left_out: 0, failure: { fault, message, said } };
  } finally {
    if (!row.enabled) await connection.close();
  }
}
