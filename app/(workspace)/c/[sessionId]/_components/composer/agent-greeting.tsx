"use client";

import { useTranslations } from "next-intl";
import { AgentMark } from "@/app/_components/agent-mark";
import type { AgentChoice } from "./agent-picker";

/** Before the first word to an agent: who it is, who shares it, and what it can be asked to begin with. */
export function AgentGreeting({ agent, onAsk }: { agent: AgentChoice; onAsk: (question: string) => void }) {
  const t = useTranslations("agents");
  return (
    <div className="mb-6 px-2 max-sm:flex max-sm:flex-1 max-sm:flex-col max-sm:justify-center sm:text-center">
      <AgentMark agent={agent} size="lg" />
      <h1 dir="auto" className="wrap-anywhere mt-3 font-semibold text-[1.7rem] leading-tight tracking-tight">
        {agent.name}
      </h1>
      {agent.shared && (
        <p className="mx-auto mt-2 max-w-lg text-pretty text-[13px] text-ink-muted leading-5">
          {agent.shared.mine ? t("sharedLineOwn") : t("sharedLine", { name: agent.shared.by })}
        </p>
      )}
      {agent.questions.length > 0 && (
        <ul aria-label={t("openingQuestions")} className="mt-4 flex flex-wrap gap-2 sm:justify-center">
          {agent.questions.map((question) => (
            <li key={question} className="max-w-full">
              <button
                type="button"
                dir="auto"
                onClick={() => onAsk(question)}
                className="touch-target wrap-anywhere rounded-card border border-line-strong/50 bg-surface px-3.5 py-2 text-start text-sm leading-5 transition-colors duration-100 hover:border-line-strong"
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
