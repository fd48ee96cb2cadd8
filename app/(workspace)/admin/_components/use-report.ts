"use client";

import { useTranslations } from "next-intl";
import type { Outcome } from "@/app/_components/outcome";
import { failureSentence } from "@/app/_components/problem-sentence";
import { toast } from "@/app/_components/ui/toast";

/** Says what came of an action; answers whether it went well. */
export function useReport(): (outcome: Outcome<unknown>, done: string) => boolean {
  const t = useTranslations("problems");
  return (outcome, done) => {
    if (outcome.ok) toast.success(done);
    else toast.error(failureSentence(t, outcome));
    return outcome.ok;
  };
}
