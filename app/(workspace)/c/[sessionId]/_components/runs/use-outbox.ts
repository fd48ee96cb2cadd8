import { useCallback, useSyncExternalStore } from "react";
import { type Box, EMPTY_BOX, outbox } from "./outbox";

export function useOutbox(sessionId: string): Box {
  const subscribe = useCallback((listener: () => void) => outbox.subscribe(sessionId, listener), [sessionId]);
  const read = useCallback(() => outbox.box(sessionId), [sessionId]);
  return useSyncExternalStore(subscribe, read, () => EMPTY_BOX);
}
