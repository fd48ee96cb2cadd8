"use client";

import { useTranslations } from "next-intl";
import type { Failure } from "@/app/_components/outcome";

const PROBLEMS = ["signed_out", "missing_role", "not_found", "unknown_model"] as const;

/** A failure in a sentence of the reader's language. */
export function useFailureSentence(): (failure: Failure) => string {
  const t = useTranslations("models");
  return ({ problem, fault }) => {
    if (fault) return t(`faults.${fault}`);
    return t(`problems.${PROBLEMS.find((known) => known === problem) ?? "unexpected"}`);
  };
}
