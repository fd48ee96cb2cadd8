import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { Message } from "@/lib/http/contract/messages";
import { runFollowers } from "../runs/run-followers";
import { NO_VIEW, type RunView } from "../runs/run-record";

const never = () => () => {};

/** What has come of a running answer. Follows its run; renders again only whoever calls it, once a frame at most. */
export function useRunView(runId: string | null): RunView {
  const [record, setRecord] = useState(() =>
    runId && typeof window !== "undefined" ? runFollowers.get(runId) : undefined,
  );
  useEffect(() => {
    if (runId) setRecord(runFollowers.follow(runId));
  }, [runId]);
  const read = useCallback(() => record?.view ?? NO_VIEW, [record]);
  return useSyncExternalStore(record?.subscribe ?? never, read, () => NO_VIEW);
}

/** The message with what its run has brought so far, until it is stored and read again. */
export function useLiveMessage(message: Message): { message: Message; reconnecting: boolean; tidying: boolean } {
  const view = useRunView(message.status === "running" ? message.run_id : null);
  const { tidying } = view;
  const reconnecting = view.connection === "reconnecting";
  if (message.status !== "running" || (view.parts.length === 0 && !view.end)) {
    return { message, reconnecting, tidying };
  }
  const end = view.end;
  return {
    message: { ...message, parts: view.parts, ...(end && { status: end.status, error: end.error }) },
    reconnecting,
    tidying,
  };
}
