import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** What is about to leave the verbatim window of a session. */
export type Leaving = { sessionId: string; agentId: string | null; fromSeq: number; toSeq: number };
export type FlushHook = (leaving: Leaving) => Promise<void>;

const hooks = processWide("flush-hooks", () => new Set<FlushHook>());

/** Has `hook` called before each roll. Answers how to take it back. */
export function beforeRoll(hook: FlushHook): () => void {
  hooks().add(hook);
  return () => hooks().delete(hook);
}

/** Tells all hooks, one after the other. One that fails is logged and stops neither the roll nor the chat. */
export async function flushBeforeRoll(leaving: Leaving): Promise<void> {
  for (const hook of hooks()) {
    try {
      await hook(leaving);
    } catch (error) {
      log.error("agent_memory_flush_failed", { from_seq: leaving.fromSeq, to_seq: leaving.toSeq }, error);
    }
  }
}
