import { useTransition } from "react";
import type { Outcome } from "@/app/_components/outcome";
import { useFailed } from "./use-failed";

/** Goes to `path` in the workspace that the task has this browser act in, or says why not. */
export function useOtherWorkspace(): [
  pending: boolean,
  go: (task: () => Promise<Outcome<void>>, path?: string) => void,
] {
  const failed = useFailed();
  const [pending, start] = useTransition();
  const go = (task: () => Promise<Outcome<void>>, path = "/") =>
    start(async () => {
      const outcome = await task().catch(() => null);
      // A new document: nothing of the other workspace is left in it.
      if (outcome?.ok) window.location.assign(path);
      else failed(outcome);
    });
  return [pending, go];
}
