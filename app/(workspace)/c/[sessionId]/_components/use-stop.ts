import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "@/app/_components/api-client";
import { problemSentence } from "@/app/_components/problem-sentence";
import { toast } from "@/app/_components/ui/toast";

/** Stops the running answer; pressed before its run is known, as soon as it is. */
export function useStop(sessionId: string, activeRun: string | null, running: boolean) {
  const tProblem = useTranslations("problems");
  const [stopping, setStopping] = useState(false);
  const asked = useRef<string | null>(null);

  useEffect(() => {
    if (!running) {
      setStopping(false);
      asked.current = null;
    } else if (asked.current !== null && asked.current !== activeRun) {
      // The next message was sent so soon that one run followed the other: the wish was not for its answer.
      setStopping(false);
      asked.current = null;
    } else if (stopping && activeRun && asked.current === null) {
      asked.current = activeRun;
      api.post(`/chat/runs/${activeRun}/stop`).catch((error: unknown) => {
        setStopping(false);
        asked.current = null;
        toast.error(problemSentence(tProblem, error));
      });
    }
  }, [running, stopping, activeRun, tProblem]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish to stop is one conversation's
  useEffect(() => setStopping(false), [sessionId]);

  return { stop: useCallback(() => setStopping(true), []), stopping };
}
