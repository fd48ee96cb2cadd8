import type { Actor } from "@/lib/auth/actor-type";
import { TOOLS } from "@/lib/tools/registry";
import type { ToolOutput, ToolScope } from "@/lib/tools/tool";

/** Calls a tool as a model would: by its name, with JSON. */
export async function callTool(
  actor: Actor,
  name: string,
  input: unknown,
  scope: Partial<ToolScope> = {},
): Promise<ToolOutput> {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  const where = {
    sessionId: NOWHERE,
    currentSeq: 1,
    agentId: null,
    callId: "call",
    signal: new AbortController().signal,
  };
  const output = await tool.run({ ...where, ...scope, actor }, input);
  // What it answers is JSON and nothing else.
  return JSON.parse(JSON.stringify(output)) as ToolOutput;
}

/** A session's id that nobody has. */
export const NOWHERE = "00000000-0000-7000-8000-000000000000";
