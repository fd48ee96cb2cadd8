"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Failure } from "@/app/_components/outcome";
import { useFailureSentence } from "./use-sentences";

/** It comes below a form that is taller than most phones, out of sight of whoever pressed the button. */
const showItself = (box: HTMLElement | null) => box?.scrollIntoView({ block: "nearest" });

/** Why a provider could not be asked, and what to do about it. */
export function ProviderProblem({ failure, children }: { failure: Failure; children?: ReactNode }) {
  const t = useTranslations("models");
  const sentence = useFailureSentence();
  return (
    <div
      ref={showItself}
      role="alert"
      className="flex gap-2.5 rounded-control bg-danger-soft px-3.5 py-3 text-[13px] leading-5"
    >
      <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-medium">{sentence(failure)}</p>
        {failure.said && <p className="wrap-anywhere text-ink-muted">{t("said", { said: failure.said })}</p>}
        {children}
      </div>
    </div>
  );
}
