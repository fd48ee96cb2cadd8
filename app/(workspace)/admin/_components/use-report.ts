"use client";

import type { Outcome } from "@/app/_components/outcome";
import { toast } from "@/app/_components/ui/toast";
import { useFailed } from "../../_components/use-failed";

/** Says what came of an action; answers whether it went well. */
export function useReport(): (outcome: Outcome<unknown>, done: string) => boolean {
  const failed = useFailed();
  return (outcome, done) => {
    if (outcome.ok) toast.success(done);
    else failed(outcome);
    return outcome.ok;
  };
}
