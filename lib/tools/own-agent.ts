import { ToolFailure, type ToolScope } from "./tool";

/** The agent whose memory and folder it is about. Without one such tools are not offered; who calls one all the same is told. */
export function agentOf({ agentId }: ToolScope): string {
  if (agentId === null) throw new ToolFailure("refused", "This conversation is with no agent: it has no memory.");
  return agentId;
}
