"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Button } from "@/app/_components/ui/button";
import { toast } from "@/app/_components/ui/toast";
import type { InputIssue } from "@/lib/errors";
import type { Agent } from "@/lib/http/contract/agents";
import { draftOf, inputOf } from "../../../_components/agent-draft";
import { AgentFields, type ModelOption } from "../../../_components/agent-fields";
import { save } from "../../../actions";

export function EditAgent({ agent, models }: { agent: Agent; models: readonly ModelOption[] }) {
  const t = useTranslations("agents");
  const tProblem = useTranslations("problems");
  const [pending, start] = useTransition();
  const [draft, setDraft] = useState(() => draftOf(agent));
  const [issues, setIssues] = useState<InputIssue[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const outcome = await save(agent.id, inputOf(draft));
      setIssues(outcome.ok ? [] : outcome.issues);
      if (outcome.ok) toast.success(t("saved"), { key: "agent" });
      else if (outcome.problem !== "invalid_input") toast.error(failureSentence(tProblem, outcome));
    });
  };
  return (
    <section aria-labelledby="identity">
      <h2 id="identity" className="mb-4 font-medium text-[15px]">
        {t("identity")}
      </h2>
      <form onSubmit={submit} noValidate className="space-y-5">
        <AgentFields value={draft} onChange={setDraft} issues={issues} models={models} />
        <Button type="submit" variant="primary" loading={pending}>
          {t("save")}
        </Button>
      </form>
    </section>
  );
}
