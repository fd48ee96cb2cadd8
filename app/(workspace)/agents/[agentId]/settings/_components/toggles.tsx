"use client";

import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { failureSentence } from "@/app/_components/problem-sentence";
import { Switch } from "@/app/_components/ui/switch";
import { toast } from "@/app/_components/ui/toast";
import type { Agent } from "@/lib/http/contract/agents";
import { save } from "../../../actions";

const TOGGLES = ["memory_auto_append", "memory_auto_extract"] as const;

/** What it writes down by itself, and who decided that. */
export function Toggles({ agent }: { agent: Agent }) {
  const t = useTranslations("agents");
  return (
    <section aria-labelledby="toggles" className="border-line border-t pt-7">
      <h2 id="toggles" className="font-medium text-[15px]">
        {t("memoryToggles")}
      </h2>
      <p className="mt-1 text-pretty text-[13px] text-ink-muted leading-5">{t("memoryTogglesIntro")}</p>
      <div className="mt-4 space-y-5">
        {TOGGLES.map((name) => (
          <Toggle key={name} agent={agent} name={name} />
        ))}
      </div>
    </section>
  );
}

function Toggle({ agent, name }: { agent: Agent; name: (typeof TOGGLES)[number] }) {
  const t = useTranslations("agents");
  const tProblem = useTranslations("problems");
  const { on, by } = agent.toggles[name];
  const [, start] = useTransition();
  const [shown, show] = useOptimistic(on);
  const change = (next: boolean) =>
    start(async () => {
      show(next);
      const outcome = await save(agent.id, { config_json: { [name]: next } });
      if (!outcome.ok) toast.error(failureSentence(tProblem, outcome));
    });
  return (
    <Switch
      label={t(`toggles.${name}.label`)}
      hint={
        <>
          {t(`toggles.${name}.hint`)} {t(`toggleBy.${by}`)}
        </>
      }
      checked={shown}
      disabled={!agent.mine || by === "workspace"}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
