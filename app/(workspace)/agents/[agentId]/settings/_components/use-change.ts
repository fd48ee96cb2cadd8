"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { toast } from "@/app/_components/ui/toast";
import type { AgentChanges } from "@/lib/http/contract/agents";
import { save } from "../../../actions";

/** A change that is made at once; says that it is, or why not. */
export function useChange(agentId: string): [pending: boolean, change: (changes: AgentChanges, done: string) => void] {
  const tProblem = useTranslations("problems");
  const [pending, start] = useTransition();
  const change = (changes: AgentChanges, done: string) =>
    start(async () => {
      const outcome = await save(agentId, changes);
      if (outcome.ok) toast.success(done, { key: "agent" });
      else toast.error(failureSentence(tProblem, outcome), { key: "agent" });
    });
  return [pending, change];
}
