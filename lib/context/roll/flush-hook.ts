import { log } from "@/lib/log";
import { flush, type Leaving } from "@/lib/memory/flush";
import { processWide } from "@/lib/process-wide";

export type FlushHook = (leaving: Leaving) => Promise<unknown>;

const hooks = processWide("flush-hooks", () => new Set<FlushHook>([flush]));

/** Has `hook` called before each roll, after the agent's memory has what leaves. Answers how to take it back. */
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
