"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { toast } from "@/app/_components/ui/toast";
import type { InputIssue } from "@/lib/errors";
import { create } from "../actions";
import { EMPTY_DRAFT, inputOf } from "./agent-draft";
import { AgentFields, type ModelOption } from "./agent-fields";

const EXAMPLES = [
  { key: "travel", emoji: "🧭" },
  { key: "tutor", emoji: "🗣️" },
  { key: "editor", emoji: "✍️" },
] as const;

export function NewAgentForm({ models }: { models: readonly ModelOption[] }) {
  const t = useTranslations("agents");
  const tProblem = useTranslations("problems");
  const router = useRouter();
  const [pending, start] = useTransition();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [issues, setIssues] = useState<InputIssue[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const outcome = await create(inputOf(draft));
      if (outcome.ok) router.push(`/agents/${outcome.value.id}`);
      else if (outcome.problem === "invalid_input") setIssues(outcome.issues);
      else toast.error(failureSentence(tProblem, outcome));
    });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-6 max-w-xl space-y-5">
      <div>
        <p id="examples" className="mb-1.5 font-medium text-sm">
          {t("startFrom")}
        </p>
        <ul aria-labelledby="examples" className="flex flex-wrap gap-1.5">
          {EXAMPLES.map(({ key, emoji }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() =>
                  setDraft({
                    ...EMPTY_DRAFT,
                    emoji,
                    name: t(`examples.${key}.name`),
                    instructions: t(`examples.${key}.instructions`),
                    questions: t(`examples.${key}.questions`),
                  })
                }
                className="touch-target inline-flex h-8.5 items-center gap-1.5 rounded-full border border-line-strong/60 px-3 text-[13px] transition-colors duration-100 hover:border-line-strong hover:bg-ink/4"
              >
                <span aria-hidden="true">{emoji}</span>
                {t(`examples.${key}.name`)}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <AgentFields value={draft} onChange={setDraft} issues={issues} models={models} />
      <Button type="submit" variant="primary" loading={pending}>
        {t("create")}
      </Button>
    </form>
  );
}
