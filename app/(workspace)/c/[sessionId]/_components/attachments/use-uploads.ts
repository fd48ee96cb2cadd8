import { useCallback, useEffect, useSyncExternalStore } from "react";
import { type Upload, uploads } from "./uploads";

const NONE: readonly Upload[] = [];

export function useUploads(conversation: string): readonly Upload[] {
  const subscribe = useCallback((listener: () => void) => uploads.subscribe(conversation, listener), [conversation]);
  const read = useCallback(() => uploads.list(conversation), [conversation]);
  useEffect(() => uploads.restore(conversation), [conversation]);
  return useSyncExternalStore(subscribe, read, () => NONE);
}
