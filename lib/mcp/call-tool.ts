import { z } from "zod";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { enabledServers } from "@/lib/db/queries/mcp-servers";
import { ToolFailure, type ToolOutput, type ToolScope } from "@/lib/tools/tool";
import { connectionTo } from "./connections";
import { outputOf } from "./content";
import { failureFrom, type McpFailure, McpRefusal } from "./failure";

const Input = z.record(z.string(), z.unknown());
const INVALID_PARAMS = -32602;
/** Faults with which a call was surely not carried out. */
const NOT_DONE = new Set(["unreachable", "unauthorized", "not_found", "redirected", "not_started", "stdio_off"]);

type Called = { serverId: string /** By the server's own name. */; tool: string; hasEffect: boolean };

/** One call, on behalf of a model. Whatever the server does, it is an answer, a ToolFailure, or the signal's reason. */
export async function callTool(
  actor: Actor,
  { serverId, tool, hasEffect }: Called,
  { signal }: Pick<ToolScope, "signal">,
  input: unknown,
  timeoutMs: number,
): Promise<ToolOutput> {
  const given = Input.safeParse(input ?? {});
  if (!given.success) throw new ToolFailure("invalid_input", "The input must be an object.");
  // An answer may take long: meanwhile the server may have been changed, switched off or removed.
  const [row] = await enabledServers(await getDb(), actor.workspaceId, [serverId]);
  if (!row) throw new ToolFailure("server_gone", "This tool server was removed or switched off.");
  let answer: unknown;
  try {
    answer = await connectionTo(row).call(tool, given.data, { signal, timeoutMs });
  } catch (error) {
    signal.throwIfAborted();
    throw toldOf(failureFrom(error), hasEffect, error);
  }
  return outputOf(answer);
}

function toldOf(failure: McpFailure, hasEffect: boolean, cause: unknown): ToolFailure {
  const said = failure.said ? ` It said: ${failure.said}` : "";
  if (failure instanceof McpRefusal) {
    const code = failure.code === INVALID_PARAMS ? "invalid_input" : "server_refused";
    return new ToolFailure(code, `${failure.message}${said}`, { cause });
  }
  const unknown = hasEffect && !NOT_DONE.has(failure.fault) ? " It is not known whether the call was carried out." : "";
  return new ToolFailure(`server_${failure.fault}`, `${failure.message}${said}${unknown}`, { cause });
}
