import { useCallback, useSyncExternalStore } from "react";
import type { Outcome } from "@/app/_components/outcome";
import { type CompactResult, compact } from "../../actions";

/** `lost`: no answer came. */
export type Compaction = { state: "running" } | { state: "ended"; outcome: Outcome<CompactResult> | "lost" } | null;

/** What is being compacted from this tab: it goes on when the panel that it was asked from is closed. */
const compactions = new Map<string, Compaction>();
const listeners = new Set<() => void>();

function set(sessionId: string, compaction: Compaction): void {
  compactions.set(sessionId, compaction);
  for (const listener of listeners) listener();
}

export function useCompaction(sessionId: string): Compaction {
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return useSyncExternalStore(subscribe, () => compactions.get(sessionId) ?? null);
}

export async function beginCompaction(sessionId: string, instructions: string): Promise<Compaction> {
  set(sessionId, { state: "running" });
  const outcome = await compact(sessionId, instructions).catch(() => "lost" as const);
  const ended: Compaction = { state: "ended", outcome };
  set(sessionId, ended);
  return ended;
}

/** What came of an earlier one has been read. */
export function forgetCompaction(sessionId: string): void {
  if (compactions.get(sessionId)?.state === "ended") set(sessionId, null);
}
