import type { UIMessageChunk } from "ai";
import type { MessageParts } from "@/lib/db/schema/chat";

/** What the error of a call begins with whose outcome nobody knows: it may have taken effect. */
export const UNKNOWN = "unknown:";

/** Why a run ended with calls that have no result. */
export type LooseEnd = "process_lost" | "ended";

const SAYS: Record<LooseEnd, string> = {
  process_lost: "process_lost: The server went down before this had an answer.",
  ended: "stopped: The answer ended before this call was made.",
};
const LOST = `${UNKNOWN} the server went down while this ran. It may or may not have taken effect: look before doing it again.`;

/**
 * What closes the calls of a message that ended without their results. One that may have changed something is said to
 * be unknown, and nobody repeats it without being told so; one that waited for permission was surely not made. Pure.
 */
export function looseEnds(parts: MessageParts, hasEffect: (tool: string) => boolean, why: LooseEnd): UIMessageChunk[] {
  return parts.flatMap((part): UIMessageChunk[] => {
    if (!("toolCallId" in part)) return [];
    const { toolCallId } = part;
    const tool = part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);
    switch (part.state) {
      case "approval-requested":
        return [{ type: "tool-output-denied", toolCallId }];
      case "input-available":
        return [{ type: "tool-output-error", toolCallId, errorText: hasEffect(tool) ? LOST : SAYS[why] }];
      default:
        return [];
    }
  });
}
